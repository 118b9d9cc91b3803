import { isObject } from "../../base/guards.ts";
import type { Row } from "../../model/entity.ts";
import type { KindContext } from "../../model/kind.ts";
import { defineKind, joinItems, createProblem } from "../shared.ts";

const toRowContext = (context: KindContext, field: KindContext["field"], record: Row): KindContext => ({
  ...context,
  field,
  record,
});

/** Returns the text of a row: its values, except files and masked fields. */
function formatRow(row: Row, context: KindContext): string {
  const open = (context.field.items ?? []).filter((field) => !field.file && !field.mask);
  return open
    .map((field) => field.kind.text(row[field.name], toRowContext(context, field, row)))
    .filter((text) => text !== "")
    .join(" ");
}

function listText(value: Row[] | undefined | null, context: KindContext): string {
  if (!Array.isArray(value)) return "";
  return joinItems(
    value.map((row) => (isObject(row) ? formatRow(row, context) : String(row))),
    context.lang,
  );
}

/** A list of rows with their own fields, such as shareholders, directors or the lines of a batch. */
export const parties = defineKind<Row[]>({
  name: "parties",
  matches: (schema) => schema.type === "array",
  schema: { type: "array" },
  column: "text",
  celType: "list",
  tsType: "Record<string, unknown>[]",
  filter: "contains",
  align: "start",
  width: 220,
  normalize(value, context) {
    const { items } = context.field;
    if (!Array.isArray(value) || !items) return value;
    return value.map((row: unknown) => {
      if (!isObject(row)) return row;
      const known = items.filter((field) => row[field.name] !== undefined);
      return {
        ...row,
        ...Object.fromEntries(
          known.map((field) => [field.name, field.kind.normalize(row[field.name], toRowContext(context, field, row))]),
        ),
      };
    });
  },
  text: listText,
  messages: { notTyped: { zh: "此内容需在表单中逐行填写", en: "Fill this in row by row in the form" } },
  parse: () => createProblem("notTyped"),
  cell(value, context) {
    const text = listText(value, context);
    return text === "" ? { type: "empty" } : { type: "text", value: text };
  },
  toRule: (value) => (Array.isArray(value) ? value : undefined),
  fromRule: (value) => value as Row[],
  samples({ items, schema }) {
    if (!items) return [];
    const row = Object.fromEntries(
      items.map((field) => [field.name, field.kind.samples(field)[0]]).filter(([, sample]) => sample !== undefined),
    );
    return [Array.from({ length: Math.max(1, Number(schema.minItems ?? 1)) }, () => row)];
  },
  boundaries: () => [7, "one", {}, true].map((value) => ({ value, valid: false })),
});
