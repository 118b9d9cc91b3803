import type { EntityPlan } from "../../../src/engine/index.ts";
import { mapFields, addLabel, subtract, type Difference, type Pair } from "./change.ts";

/** Compares the fields of a form. */
export function* diffForm(pair: Pair): Generator<Difference> {
  const listFormFields = ({ form }: EntityPlan) => form.sections.flatMap(({ rows }) => rows.flat());
  const [was, is] = [listFormFields(pair.before.plan), listFormFields(pair.after.plan)];
  const fields = mapFields(pair.after.plan.fields);
  const locate = (field: string) => ({
    at: `${pair.name}.${field}`,
    file: pair.after.plan.file,
    path: [...pair.above, "x-form"],
  });
  const fills = (field: string) => fields.get(field)?.readOnly === false;
  for (const field of subtract(was, is))
    if (fields.has(field))
      yield {
        ...locate(field),
        what: "not-asked",
        request: fills(field) ? "warning" : "info",
        response: "none",
        text: addLabel(pair, field, "表单不再显示", "is not in the form any more"),
      };
  for (const field of subtract(is, was))
    if (pair.before.plan.fields.some(({ name }) => name === field))
      yield {
        ...locate(field),
        what: "asked",
        request: "info",
        response: "none",
        text: addLabel(pair, field, "表单也显示", "is in the form too"),
      };
}

/** Compares the lines of a receipt, and the conditions under which it can be printed. */
export function* diffReceipt(pair: Pair): Generator<Difference> {
  const [was, is] = [pair.before.plan.receipt, pair.after.plan.receipt];
  const base = { file: pair.after.plan.file, path: ["x-receipt"], request: "none" } as const;
  if (was && !is)
    yield {
      ...base,
      at: pair.name,
      what: "receipt-removed",
      response: "breaking",
      text: { zh: "没有回单了", en: "there is no receipt any more" },
    };
  if (!was || !is) return;
  for (const field of subtract(was.fields, is.fields))
    yield {
      ...base,
      at: `${pair.name}.${field}`,
      what: "receipt-line-removed",
      response: "warning",
      text: addLabel(pair, field, "回单没有这一行了", "is no line of the receipt any more"),
    };
  for (const field of subtract(is.fields, was.fields))
    yield {
      ...base,
      at: `${pair.name}.${field}`,
      what: "receipt-line-added",
      response: "info",
      text: addLabel(pair, field, "回单多一行", "is a line of the receipt now"),
    };
  if (was.when?.source !== is.when?.source)
    yield {
      ...base,
      at: pair.name,
      what: "receipt-when-changed",
      response: "warning",
      text: {
        zh: `有回单的条件改为 ${is.when?.source ?? "总有"}`,
        en: `there is a receipt ${is.when ? `if ${is.when.source}` : "always"}`,
      },
    };
}
