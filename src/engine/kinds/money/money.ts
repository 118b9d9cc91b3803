import { createDecimalKind } from "../decimal-kind.ts";
import type { KindContext } from "../../model/kind.ts";
import { listDecimalBoundaries, listDecimalSamples } from "../written-numbers.ts";
import { toHalfWidth } from "../shared.ts";
import { findDecimalPlaces } from "../../base/amount-format.ts";

/**
 * Returns the currency code of an amount: the fixed one, or the value of the sibling field in upper case. Undefined
 * while that field is empty, and for an amount without a currency.
 */
function findCurrency({ field, record }: Pick<KindContext, "field" | "record">): string | undefined {
  if (!field.currency) return undefined;
  if ("code" in field.currency) return field.currency.code;
  const code = record[field.currency.field];
  if (typeof code === "string" && /^[A-Z]{3}$/.test(code)) return code;
  return typeof code === "string" && code.trim() !== "" ? toHalfWidth(code).toUpperCase() : undefined;
}

/**
 * Currency signs, each with the currencies that it may stand for. Entries of the dialect's `currencyWords` take
 * precedence.
 */
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  $: ["USD", "HKD", "SGD", "AUD", "CAD", "NZD", "TWD"],
  "€": ["EUR"],
  "£": ["GBP"],
};
const SIGN = "¥|\\$|€|£|元|人民币|[A-Za-z]{3}";
const BEFORE = new RegExp(`^([+-]?)\\s*(${SIGN})\\s*(?=[\\d.(+-])`);
const AFTER = new RegExp(`([\\d.)千万萬亿億])\\s*(${SIGN})$`);

/**
 * Removes currency signs and codes before and after the number. Rejects those that cannot stand for the amount's
 * currency. While the currency is unknown, any sign or code is accepted.
 */
function strip(
  text: string,
  context: KindContext,
): { text: string } | { refuse: string; params: Record<string, string> } {
  const signs: string[] = [];
  const note = (sign: string) => signs.push(sign.toUpperCase());
  const bare = text
    .replace(BEFORE, (_, minus: string, sign: string) => (note(sign), minus))
    .replace(AFTER, (_, last: string, sign: string) => (note(sign), last));
  const currency = findCurrency(context);
  const meant = (sign: string) => context.dialect.currencyWords?.[sign] ?? SIGNS[sign] ?? [sign];
  const foreign = signs.find((sign) => currency !== undefined && !meant(sign).includes(currency));
  return foreign === undefined || currency === undefined
    ? { text: bare }
    : { refuse: "otherCurrency", params: { found: foreign, currency } };
}

/**
 * An amount as an exact decimal without its currency: `"1234.50"` is displayed as `1,234.50`. The currency is fixed by
 * the field or stored in a sibling field (`x-currency`). Its minor units (ISO 4217) determine how many decimal places
 * are shown and allowed.
 */
export const money = createDecimalKind({
  name: "money",
  matches: (schema) => schema.type === "string" && schema.format === "decimal",
  places: (context) => findDecimalPlaces(findCurrency(context), context.minorUnits),
  tooPrecise: "minorUnits",
  strip,
  examples: [],
  // Whole amounts are valid in every currency.
  samples: (field) =>
    listDecimalSamples(field, [...(field.currency ? [] : ["1234.50", "0.01"]), "2000", "1234567", "88", "10", "500"]),
  boundaries: (field) => [...listDecimalBoundaries(field, "1"), { value: "2000.123456789", valid: false }],
});
