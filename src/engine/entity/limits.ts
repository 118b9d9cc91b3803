import type { FieldDraft } from "./field-draft.ts";
import { formats } from "./formats.ts";
import type { Json } from "./json.ts";

/** A limit must be a value of the field's own format, and that format must know an order. */
export function checkLimit(word: Json, { plan, entity }: FieldDraft): void {
  const name = plan.schema.format as string | undefined;
  const format = name === undefined ? undefined : formats[name];
  if (!format?.compare) entity.report(word.place("key"), "bad-limit", `"${String(word.keyNode?.value)}" needs a format that knows an order: decimal, date or date-time`);
  else if (!format.validate(word.value as string)) entity.report(word.place(), "bad-limit", `"${String(word.value)}" is no ${name}`);
}
