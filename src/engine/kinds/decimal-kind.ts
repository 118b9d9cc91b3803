/** Base of money, rates and percentages: exact decimals stored as strings. */
import { Decimal, formatGrouped, countPlaces } from "../base/decimal.ts";
import { groupThousands } from "../base/amount-format.ts";
import type { Kind, KindContext } from "../model/kind.ts";
import {
  listDecimalBoundaries,
  listDecimalSamples,
  MAX_WHOLE_DIGITS,
  countNeededPlaces,
  buildNumberCell,
  buildNumberFormat,
  readNumber,
} from "./written-numbers.ts";
import { toHalfWidth, createProblem } from "./shared.ts";

type Problem = { code: string; params?: Record<string, string | number> } | undefined;

/**
 * Returns what is wrong with a value: it is not a decimal, or has too many decimal places or too many digits before the
 * point. Undefined for a valid value.
 */
function checkFigures(value: string, { max, tooPrecise }: { max: number; tooPrecise: string }): Problem {
  const written = countPlaces(value);
  // Fast path, since most amounts are far from both limits.
  if (written !== undefined && written <= max && value.length - written < MAX_WHOLE_DIGITS) return undefined;
  const decimal = Decimal.parse(value)?.trim();
  if (!decimal) return { code: "number" };
  if (decimal.scale > max) return { code: tooPrecise, params: { places: max } };
  return String(decimal.round(0).digits).replace("-", "").length > MAX_WHOLE_DIGITS
    ? { code: "tooLarge", params: { digits: MAX_WHOLE_DIGITS } }
    : undefined;
}

/**
 * Returns the error of a value that is not a multiple of the field's `x-step`. Undefined for a multiple, and for a
 * field without a step.
 */
function describeOffStep(value: string, context: KindContext): Problem {
  const step = Decimal.parse(context.field.schema["x-step"]);
  return step && Decimal.of(value).rem(step).cmp(0n) !== 0
    ? { code: "step", params: { limit: context.field.kind.text(step.toString(), context) } }
    : undefined;
}

interface DecimalParts extends Partial<Omit<Kind<string>, "name">> {
  name: string;
  /** `most` is the maximum number of decimal places, `shown` the minimum number that is displayed. */
  places(context: KindContext): { max: number; shown: number };
  /** Error code for too many decimal places. Its parameter is `places`. */
  tooPrecise: string;
  /**
   * Removes signs such as `¥` or `%` before the number is parsed, or returns an error code. Default: removes nothing.
   */
  strip?(
    text: string,
    context: KindContext,
  ): { text: string } | { refuse: string; params?: Record<string, string | number> };
  examples: readonly string[];
}

/** Creates functions that convert decimals to canonical form, given the decimal places of their field. */
function createCanon(decimals: DecimalParts["places"]) {
  const canonical = (decimal: Decimal, context: KindContext): string => {
    const trimmed = decimal.trim();
    const { shown } = decimals(context);
    return (trimmed.scale < shown ? trimmed.round(shown) : trimmed).toString();
  };
  return {
    canonical,
    /** Converts a decimal to canonical form. Returns any other value unchanged. */
    rewrite<T>(value: T, context: KindContext): T | string {
      const decimal = Decimal.parse(value);
      return decimal ? canonical(decimal, context) : value;
    },
    /**
     * Fast check for a canonical value with exactly `shown` decimal places, like most stored values. Other values must
     * be parsed to determine whether they are canonical.
     */
    settled: (value: string, context: KindContext): boolean =>
      countPlaces(value) === decimals(context).shown && !value.startsWith("-0"),
  };
}

/**
 * Creates a kind whose values are plain decimal strings. The canonical form has at least `places().shown` decimal
 * places and no trailing zeros beyond them.
 * @example
 * const score = createDecimalKind({
 *   name: "score",
 *   places: () => ({ max: 2, shown: 1 }),
 *   tooPrecise: "decimals",
 *   examples: ["9.5"],
 * });
 */
export function createDecimalKind(parts: DecimalParts): Kind<string> {
  const { places: decimals, tooPrecise, strip = (text) => ({ text }), examples, ...own } = parts;

  const { canonical, rewrite, settled } = createCanon(decimals);
  const validate = (value: string, context: KindContext): Problem =>
    checkFigures(value, { max: decimals(context).max, tooPrecise });
  const parse: Kind<string>["parse"] = (text, context) => {
    const stripped = strip(toHalfWidth(text), context);
    if ("refuse" in stripped) return createProblem(stripped.refuse, stripped.params);
    const read = readNumber(stripped.text);
    if (!read.ok) return read;
    const wrong = validate(String(read.value), context);
    return wrong ? createProblem(wrong.code, wrong.params) : { ok: true, value: canonical(read.value, context) };
  };
  return {
    matches: () => false,
    schema: { type: "string", format: "decimal" },
    column: "numeric",
    celType: "Decimal",
    tsType: "string",
    filter: "range",
    align: "end",
    width: 140,
    normalize(value, context) {
      if (typeof value !== "string") return value;
      const plain = toHalfWidth(value);
      return settled(plain, context) ? plain : rewrite(plain, context);
    },
    validate: (value, context) => validate(value, context) ?? describeOffStep(value, context),
    text: (value, context) =>
      typeof value === "string" && settled(value, context)
        ? groupThousands(value)
        : formatGrouped(rewrite(value, context)),
    parse,
    edit: (value) => value,
    cell: (value, context) =>
      buildNumberCell(value, (written, plain) => {
        const { shown } = decimals(context);
        return buildNumberFormat(written <= shown ? shown : Math.max(shown, countNeededPlaces(plain)));
      }),
    bound(value, _edge, context) {
      const read = parse(value, { ...context, record: {} });
      return read.ok ? read.value : undefined;
    },
    toRule: (value) => Decimal.parse(value),
    fromRule: (value, context) => canonical(Decimal.of(value as Decimal | bigint), context),
    samples: (field) => listDecimalSamples(field, examples),
    boundaries: (field) => listDecimalBoundaries(field, "0.01"),
    ...own,
  };
}
