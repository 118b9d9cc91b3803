import type { Field } from "../../model/entity.ts";
import { Decimal, formatGrouped } from "../../base/decimal.ts";
import { buildNumberCell, buildNumberFormat, readNumber } from "../written-numbers.ts";
import { defineKind, createProblem, listEdges, readLimit } from "../shared.ts";

const isInteger = (value: unknown): value is number => typeof value === "number" && Number.isSafeInteger(value);

function isFitting(field: Field, value: number): boolean {
  const { multipleOf, enum: values, const: only } = field.schema;
  if (only !== undefined && value !== only) return false;
  if (Array.isArray(values) && !values.includes(value)) return false;
  if (typeof multipleOf === "number" && value % multipleOf !== 0) return false;
  const limit = (keyword: string, otherwise: number) => readLimit(field, keyword) ?? otherwise;
  return (
    value >= limit("minimum", -Infinity) &&
    value <= limit("maximum", Infinity) &&
    value > limit("exclusiveMinimum", -Infinity) &&
    value < limit("exclusiveMaximum", Infinity)
  );
}

/** A whole number, such as a count or a number of days, stored as a JSON number with a magnitude below 2^53. */
export const integer = defineKind<number>({
  name: "integer",
  matches: (schema) => schema.type === "integer",
  schema: { type: "integer" },
  column: "bigint",
  celType: "int",
  tsType: "number",
  filter: "range",
  align: "end",
  width: 100,
  normalize: (value) => value,
  validate: (value) => (typeof value === "number" && !Number.isSafeInteger(value) ? { code: "whole" } : undefined),
  text: (value) => formatGrouped(isInteger(value) ? String(value) : value),
  parse(text) {
    const read = readNumber(text);
    if (!read.ok) return read;
    const whole = read.value.trim();
    return whole.scale === 0 && isInteger(Number(whole.digits))
      ? { ok: true, value: Number(whole.digits) }
      : createProblem("whole");
  },
  edit: String,
  cell: (value) => buildNumberCell(value, () => buildNumberFormat(0)),
  bound(value) {
    const read = readNumber(value);
    return read.ok && read.value.trim().scale === 0 && isInteger(Number(read.value.trim().digits))
      ? String(read.value.trim())
      : undefined;
  },
  toRule: (value) => (isInteger(value) ? BigInt(value) : undefined),
  fromRule: (value) => Number(value instanceof Decimal ? value.round(0).digits : value),
  samples(field) {
    const { examples, minimum, maximum, const: only, multipleOf } = field.schema;
    const [above, below] = [readLimit(field, "exclusiveMinimum"), readLimit(field, "exclusiveMaximum")];
    const within = [above === undefined ? above : above + 1, below === undefined ? below : below - 1];
    const named = [only, minimum, maximum, ...within, multipleOf];
    const all = [...(Array.isArray(examples) ? examples : []), ...named, 1, 7, 100, 1234567, 0, -5].filter(isInteger);
    return [...new Set(all)].filter((value) => isFitting(field, value));
  },
  boundaries(field) {
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, const: only, multipleOf } = field.schema;
    const near = [minimum, maximum, exclusiveMinimum, exclusiveMaximum, only, multipleOf].flatMap((limit) =>
      isInteger(limit) ? [limit - 1, limit, limit + 1] : [],
    );
    return listEdges(field, { near, wrong: ["7", 1.5, 2 ** 53, true, {}], isFitting });
  },
});
