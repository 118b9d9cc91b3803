import type { Field } from "../../model/entity.ts";
import type { KindContext } from "../../model/kind.ts";
import { samplesOf, stringKind } from "../shared.ts";

/** Returns the values that the field offers, in order; undefined when they come from a reference list. */
export const fixedOptions = ({ options }: Field): string[] | undefined =>
  options && "values" in options ? options.values.map((option) => option.value) : undefined;

/** Returns the label of a value; the value itself when it has none (values of a list are their own labels). */
export function optionText(value: string, context: KindContext): string {
  const key = `option.${context.field.name}.${value}`;
  const word = context.text(key);
  return word === key ? value : word;
}

/** One of several: fixed in the schema, or from a list. Parses and shows the label in the user's language, stores the value. */
export const choice = stringKind({
  name: "choice",
  matches: (schema, words) =>
    schema.type === "string" && (words["x-options"] !== undefined || Array.isArray(schema.enum)),
  clean(value, context) {
    const text = value.trim();
    const values = fixedOptions(context.field);
    if (!values || values.includes(text)) return text;
    return values.find((option) => optionText(option, context).toLowerCase() === text.toLowerCase()) ?? text;
  },
  validate(value, { field }) {
    const values = fixedOptions(field);
    return !values || values.includes(value) ? undefined : { code: "option" };
  },
  text: (value, context) => (value === undefined || value === null ? "" : optionText(String(value), context)),
  edit: (value) => value,
  cell: (value, context) =>
    value === undefined || value === null || value === ""
      ? { type: "empty" }
      : { type: "text", value: optionText(String(value), context) },
  filter: "is",
  width: 140,
  minWidth: 112,
  examples: [],
  samples: (field) => fixedOptions(field) ?? samplesOf(field, ["A"]),
  boundaries: (field) => [
    ...(fixedOptions(field) ?? []).map((value) => ({ value, valid: true })),
    ...(fixedOptions(field) ? [{ value: "no such option", valid: false }] : []),
    { value: 7, valid: false },
  ],
});
