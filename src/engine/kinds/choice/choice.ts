import type { Field } from "../../model/entity.ts";
import type { KindContext } from "../../model/kind.ts";
import { listSamples, createStringKind } from "../shared.ts";

/** Returns the field's fixed values in order, or undefined when they come from a reference list. */
export const listFixedOptions = ({ options }: Field): string[] | undefined =>
  options && "values" in options ? options.values.map((option) => option.value) : undefined;

/** Returns the label of an option, or the value itself if it has none, as in a reference list. */
export function formatOption(value: string, context: KindContext): string {
  const key = `option.${context.field.name}.${value}`;
  const label = context.text(key);
  return label === key ? value : label;
}

/**
 * One of several values, which are fixed in the schema or come from a reference list. Stores the value. For a fixed
 * value, also accepts the label, regardless of case, and displays it.
 */
export const choice = createStringKind({
  name: "choice",
  matches: (schema, keywords) =>
    schema.type === "string" && (keywords["x-options"] !== undefined || Array.isArray(schema.enum)),
  clean(value, context) {
    const text = value.trim();
    const values = listFixedOptions(context.field);
    if (!values || values.includes(text)) return text;
    return values.find((option) => formatOption(option, context).toLowerCase() === text.toLowerCase()) ?? text;
  },
  validate(value, { field }) {
    const values = listFixedOptions(field);
    return !values || values.includes(value) ? undefined : { code: "option" };
  },
  text: (value, context) => (value === undefined || value === null ? "" : formatOption(String(value), context)),
  edit: (value) => value,
  cell: (value, context) =>
    value === undefined || value === null || value === ""
      ? { type: "empty" }
      : { type: "text", value: formatOption(String(value), context) },
  filter: "is",
  width: 140,
  minWidth: 112,
  examples: [],
  samples: (field) => listFixedOptions(field) ?? listSamples(field, ["A"]),
  boundaries: (field) => [
    ...(listFixedOptions(field) ?? []).map((value) => ({ value, valid: true })),
    ...(listFixedOptions(field) ? [{ value: "no such option", valid: false }] : []),
    { value: 7, valid: false },
  ],
});
