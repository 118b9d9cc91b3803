/**
 * Formats amounts: thousands separators, the minus sign, and the decimal places of a currency (ISO 4217). Independent
 * of `Decimal`, so that the sign-in page need not load it. The kind `money` displays stored amounts with at least these
 * decimal places.
 */

/** Minimum number of decimal places shown while the currency is unknown. Values may have up to `MAX_PLACES`. */
const USUAL_PLACES = 2;
/** Maximum number of decimal places while the currency is unknown. */
const MAX_PLACES = 8;

/** Minor units by currency (ISO 4217): `{ JPY: 0, USD: 2 }`. */
type MinorUnits = Readonly<Record<string, number>>;

/**
 * Formats a plain decimal with grouped thousands and a true minus sign (U+2212): `"-1234.50"` becomes `−1,234.50`.
 * @example
 * groupThousands("-1234.50") // => "−1,234.50"
 */
export function groupThousands(plain: string): string {
  const [whole = "", fraction] = plain.replace("-", "").split(".");
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ",");
  return (plain.startsWith("-") ? "−" : "") + (fraction === undefined ? grouped : `${grouped}.${fraction}`);
}

/**
 * Removes the thousands separators of a number and moves the selection so that it covers the same digits.
 * @example
 * ungroup("1,234", 5, 5) // => { text: "1234", start: 4, end: 4 }
 */
export function ungroup(text: string, start: number, end: number): { text: string; start: number; end: number } {
  const commasBefore = (index: number) => text.slice(0, index).split(",").length - 1;
  return { text: text.replaceAll(",", ""), start: start - commasBefore(start), end: end - commasBefore(end) };
}

/** Returns the maximum number of decimal places of an amount in a currency (`max`) and the minimum shown (`shown`). */
export function findDecimalPlaces(
  currency: string | undefined,
  minorUnits: MinorUnits,
): { max: number; shown: number } {
  const places = currency !== undefined && Object.hasOwn(minorUnits, currency) ? minorUnits[currency] : undefined;
  return { max: places ?? MAX_PLACES, shown: places ?? USUAL_PLACES };
}

/** Formats a computed amount, rounded to the decimal places of its currency: `1234.5` in USD becomes `1,234.50`. */
export const formatAmount = (
  amount: { toFixed(places: number): string },
  currency: string | undefined,
  minorUnits: MinorUnits,
): string => groupThousands(amount.toFixed(findDecimalPlaces(currency, minorUnits).shown));
