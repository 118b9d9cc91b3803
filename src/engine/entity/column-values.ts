/** Converts values of fields to the parameters of their columns. */
import type { Field } from "../model/entity.ts";
import type { ColumnType } from "../model/kind.ts";
import { isIndexable, MAX_COLUMN_CHARACTERS } from "./columns.ts";

/**
 * Returns all representations in a column that are equal to a value, such as a code with and without an optional
 * suffix. Returns undefined for a value that is absent or that the column cannot hold.
 * @example
 * const spellings = listSpellings(field, row["amount"]);
 */
export function listSpellings(field: Field, value: unknown): readonly string[] | undefined {
  const own = toColumnValue(field, value);
  if (own === null) return undefined;
  return typeof value === "string" && field.kind.spellings ? field.kind.spellings(value) : [String(own)];
}

const SHAPES: Partial<Record<ColumnType, RegExp>> = {
  numeric: /^-?(?:0|[1-9]\d{0,40})(?:\.\d{1,20})?$/,
  bigint: /^-?(?:0|[1-9]\d{0,17})$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
  timestamptz: /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/,
};

/**
 * Converts a value to the parameter of its column. Returns `null` for an absent value, unless its kind defines one, and
 * for a value that the column cannot hold: a row written under an older schema may contain anything, which stays in
 * `data` and counts as empty here. Truncates indexed text after `MAX_COLUMN_CHARACTERS` characters unless the field is
 * unique, since the record may be older than its `maxLength`.
 * @example
 * const parameter = toColumnValue(field, row["amount"]);
 */
export function toColumnValue(field: Field, value: unknown): string | boolean | null {
  if (value === undefined || value === null || value === "") {
    const empty: unknown = field.kind.emptyValue?.(field);
    return typeof empty === "boolean" ? empty : null;
  }
  const type = field.kind.column;
  if (field.kind.toColumn) return field.kind.toColumn(value) ?? null;
  if (type === "boolean") return typeof value === "boolean" ? value : null;
  if (!["string", "number", "bigint"].includes(typeof value)) return null;
  const text = String(value);
  const shape = SHAPES[type];
  if (shape && !(shape.test(text) && (type === "numeric" || type === "bigint" || !Number.isNaN(Date.parse(text)))))
    return null;
  const isCut = text.length > MAX_COLUMN_CHARACTERS && type === "text" && !field.unique && isIndexable(field);
  // Split by code points, as SQL counts characters.
  return isCut ? [...text].slice(0, MAX_COLUMN_CHARACTERS).join("") : text;
}
