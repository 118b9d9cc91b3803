/** Parses and formats numbers as users write them. */
import { Decimal, countPlaces } from "../base/decimal.ts";
import { groupThousands } from "../base/amount-format.ts";
import type { Field, JsonSchema } from "../model/entity.ts";
import type { Cell, KindContext, Parsed } from "../model/kind.ts";
import { toHalfWidth, createProblem, listEdges } from "./shared.ts";

/** Chinese units that follow a number, as powers of ten. */
const UNITS: Record<string, number> = { 千: 3, 万: 4, 萬: 4, 亿: 8, 億: 8 };

/** Maximum number of digits before the decimal point, because minor units are stored in 64 bits. */
export const MAX_WHOLE_DIGITS = 15;

/** Splits a number into sign, digits and unit. Returns undefined when it has no digit or contains other characters. */
function splitNumber(text: string): { sign: string; body: string; unit: string } | undefined {
  const [, sign = "", body = "", unit = ""] = /^([+-]?) ?([\d., ']+?) ?([千万萬亿億]?)$/.exec(text) ?? [];
  return /\d/.test(body) ? { sign, body, unit } : undefined;
}

/**
 * Parses `1,234.50`, `１２３４．５０`, `1 234.50`, `-5`, `(5.00)`, `+5`, `.5`, `1.2万`. Rejects empty text with `empty`,
 * numbers with separators that are ambiguous between countries or misplaced (`1.234,50`, `12,34`, `1.2.3`) with
 * `grouping`, and any other text, including scientific notation, with `number`.
 */
export function readNumber(text: string): Parsed<Decimal> {
  let figures = toHalfWidth(text);
  if (figures === "") return createProblem("empty");
  const accounting = /^\((.*)\)$/.exec(figures);
  if (accounting) figures = `-${accounting[1]?.trim()}`;
  const parts = splitNumber(figures);
  if (!parts) return createProblem("number");
  const { sign, body, unit } = parts;
  const grouped = /^\d{1,3}(?:([, '])\d{3})(?:\1\d{3})*(?:\.\d*)?$/.test(body);
  if (!grouped && !/^\d*\.?\d*$/.test(body)) return createProblem("grouping");
  const [whole = "", fraction = ""] = body.replace(/[, ']/g, "").split(".");
  const plain = `${whole.replace(/^0+(?=\d)/, "") || "0"}${fraction ? `.${fraction}` : ""}`;
  const decimal = Decimal.parse(plain);
  if (!decimal) return createProblem("number");
  const scaled = decimal.mul(10n ** BigInt(UNITS[unit] ?? 0));
  const value = unit ? scaled.trim() : scaled;
  return { ok: true, value: sign === "-" ? value.neg() : value };
}

/**
 * Returns a number cell whose format is `format` of its decimal places, a text cell for a value that is not a decimal,
 * or an empty cell for no value.
 * @example
 * buildNumberCell("12.5", () => "0.0"); // => { type: "number", value: "12.5", format: "0.0" }
 */
export function buildNumberCell(value: unknown, format: (decimals: number, plain: string) => string): Cell {
  if (value === undefined || value === null || value === "") return { type: "empty" };
  const plain = String(value);
  const places = countPlaces(plain);
  return places === undefined
    ? { type: "text", value: plain }
    : { type: "number", value: plain, format: format(places, plain) };
}

/** Returns the number of decimal places of a plain decimal without trailing zeros. */
export const countNeededPlaces = (plain: string): number => Decimal.of(plain).trim().scale;

/**
 * Formats a decimal with the decimal places it needs, but at least as many as its column and the given minimum require.
 * @example
 * padDecimals(Decimal.of("1234.5"), { decimals: 2 }); // => "1,234.50"
 */
export function padDecimals(decimal: Decimal, { decimals = 0 }: Pick<KindContext, "decimals">, least = 0): string {
  const trimmed = decimal.trim();
  return groupThousands(trimmed.round(Math.max(trimmed.scale, decimals, least)).toString());
}

/** Returns the spreadsheet format with digit grouping and the given number of decimal places. */
export const buildNumberFormat = (decimals: number): string =>
  (formats[decimals] ??= decimals === 0 ? "#,##0" : `#,##0.${"0".repeat(decimals)}`);
const formats: string[] = [];

const limit = (value: unknown): Decimal | undefined => Decimal.parse(value);

/**
 * Returns whether a value is a decimal that satisfies the schema's limits (`formatMinimum`, `formatMaximum` and their
 * exclusive variants), `const`, `x-step` and `pattern`.
 */
export function isFittingDecimal(schema: JsonSchema, value: string): boolean {
  const decimal = Decimal.parse(value);
  if (!decimal) return false;
  const [least, most, above, below] = [
    limit(schema.formatMinimum),
    limit(schema.formatMaximum),
    limit(schema.formatExclusiveMinimum),
    limit(schema.formatExclusiveMaximum),
  ];
  const only = limit(schema.const);
  if (only && decimal.cmp(only) !== 0) return false;
  if ((least && decimal.cmp(least) < 0) || (most && decimal.cmp(most) > 0)) return false;
  if ((above && decimal.cmp(above) <= 0) || (below && decimal.cmp(below) >= 0)) return false;
  const step = limit(schema["x-step"]);
  if (step && decimal.rem(step).cmp(0n) !== 0) return false;
  return typeof schema.pattern !== "string" || new RegExp(schema.pattern, "u").test(value);
}

/**
 * Returns the decimals one step (default 1) above and below an exclusive limit, or an empty array when there is no
 * limit.
 */
function stepBeyond(value: unknown, step: unknown): string[] {
  const at = limit(value);
  const by = limit(step) ?? Decimal.of("1");
  return at ? [String(at.add(by)), String(at.sub(by))] : [];
}

/** Returns the field's examples, limits and step and the given values, without those that its schema rejects. */
export function listDecimalSamples(field: Field, others: readonly string[]): string[] {
  const { examples, formatMinimum, formatMaximum, const: only, "x-step": step } = field.schema;
  const within = [
    ...stepBeyond(field.schema.formatExclusiveMinimum, step),
    ...stepBeyond(field.schema.formatExclusiveMaximum, step),
  ];
  const all = [
    ...(Array.isArray(examples) ? examples : []),
    only,
    formatMinimum,
    formatMaximum,
    ...others,
    step,
    ...within,
  ].filter((value) => typeof value === "string");
  return [...new Set(all)].filter((value) => isFittingDecimal(field.schema, value));
}

/**
 * Returns each limit of the field, the values one `step` below and above it, and values that are not decimals, each
 * with the expected verdict.
 */
export function listDecimalBoundaries(field: Field, step: string): { value: unknown; valid: boolean }[] {
  const amount = Decimal.of(step);
  const { formatMinimum, formatMaximum, formatExclusiveMinimum, formatExclusiveMaximum } = field.schema;
  const { const: only, "x-step": multiple } = field.schema;
  const limits = [formatMinimum, formatMaximum, formatExclusiveMinimum, formatExclusiveMaximum, only, multiple];
  const near = limits.flatMap((value) => {
    const at = limit(value);
    return at ? [at.sub(amount), at, at.add(amount)].map(String) : [];
  });
  return listEdges(field, {
    near,
    wrong: ["abc", "1e5", "1,2", "--1", 12, true, {}],
    isFitting: ({ schema }, value) => isFittingDecimal(schema, value),
  });
}
