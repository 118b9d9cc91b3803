/**
 * Formats amounts. The decimal places depend on the currency (ISO 4217); `base/group-digits.ts` defines the separators
 * and the minus sign. The kind `money` displays stored amounts with at least these decimal places.
 */
import type { Decimal } from "../../base/decimal.ts";
import { groupThousands } from "../../base/group-digits.ts";

/** Minimum number of decimal places shown while the currency is unknown. Values may have up to `MAX_PLACES`. */
const USUAL_PLACES = 2;
/** Maximum number of decimal places while the currency is unknown. */
const MAX_PLACES = 8;

/** Minor units by currency (ISO 4217): `{ JPY: 0, USD: 2 }`. */
type MinorUnits = Readonly<Record<string, number>>;

/** Returns the maximum number of decimal places of an amount in a currency (`most`) and the minimum shown (`shown`). */
export function findDecimalPlaces(
  currency: string | undefined,
  minorUnits: MinorUnits,
): { most: number; shown: number } {
  const places = currency !== undefined && Object.hasOwn(minorUnits, currency) ? minorUnits[currency] : undefined;
  return { most: places ?? MAX_PLACES, shown: places ?? USUAL_PLACES };
}

/** Formats a computed amount, rounded to the decimal places of its currency: `1234.5` in USD becomes `1,234.50`. */
export const formatAmount = (amount: Decimal, currency: string | undefined, minorUnits: MinorUnits): string =>
  groupThousands(amount.toFixed(findDecimalPlaces(currency, minorUnits).shown));
