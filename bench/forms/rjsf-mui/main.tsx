/** Contestant: rjsf with its MUI theme, as documented in its manual. */
import Form from "@rjsf/mui";
import validator from "@rjsf/validator-ajv8";
import type { RJSFSchema } from "@rjsf/utils";
import { createRoot, type Root } from "react-dom/client";
import { createEmptyData, createFormPlan, type FormName, createPlainSchema } from "../make.ts";
import { serve } from "../page.ts";

const cases = new Map<FormName, { schema: RJSFSchema; data: object }>();
const caseOf = (name: FormName) => {
  let found = cases.get(name);
  if (!found)
    cases.set(
      name,
      (found = {
        schema: createPlainSchema(createFormPlan(name)) as RJSFSchema,
        data: createEmptyData(createFormPlan(name)),
      }),
    );
  return found;
};
let root: Root | undefined;
let host: HTMLElement;
let current: FormName;
const draw = (live: boolean) => {
  const { schema, data } = caseOf(current);
  root!.render(
    <Form
      schema={schema}
      validator={validator}
      initialFormData={data}
      noHtml5Validate
      focusOnFirstError
      liveValidate={live ? "onChange" : false}
      onError={() => undefined}
    />,
  );
};

serve({
  errors: ".MuiFormHelperText-root.Mui-error, li .MuiFormHelperText-root",
  mount(name, into) {
    host = into;
    current = name;
    root = createRoot(host);
    draw(false);
  },
  unmount: () => root?.unmount(),
  live: () => draw(true),
  submit: () => host.querySelector<HTMLElement>("button[type=submit]")!.click(),
});
