/** rjsf validator backed by the entity's own check, so that there is one verdict. */
import {
  ERRORS_KEY,
  type ErrorSchema,
  type RJSFSchema,
  type RJSFValidationError,
  type ValidationData,
  type ValidatorType,
} from "@rjsf/utils";
import type { Entity, Row } from "../model/entity.ts";
import type { FormStore } from "../form-store/store.ts";

/** Creates the validator of the list at `pointer`. It checks the store's record: rjsf's own data is a skeleton. */
export function engineValidator(
  entity: Entity,
  store: Pick<FormStore, "record" | "contexts" | "lang">,
  pointer: string,
): ValidatorType {
  const check = () =>
    entity
      .check(store.record(), { lang: store.lang, contexts: store.contexts, side: "browser" })
      .errors.filter(({ at }) => at === pointer || at.startsWith(`${pointer}/`));
  return {
    validateFormData(): ValidationData<Row> {
      const errors: RJSFValidationError[] = [];
      const errorSchema: ErrorSchema = {};
      for (const { at, code, message } of check()) {
        const steps = at.slice(pointer.length).split("/").slice(1);
        errors.push({ name: code, property: steps.map((step) => `.${step}`).join(""), message, stack: message });
        let node: ErrorSchema = errorSchema;
        for (const step of steps) node = (node as Record<string, ErrorSchema>)[step] ??= {};
        (node[ERRORS_KEY] ??= []).push(message);
      }
      return { errors, errorSchema };
    },
    // The schema profile has no conditions or unions for rjsf to resolve.
    isValid: (_schema: RJSFSchema) => true,
    rawValidation: () => ({ errors: check() as never[] }),
  };
}
