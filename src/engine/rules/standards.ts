/** Checks of IBANs, routing numbers and party names that rules may call. */
import { fullChecks } from "../base/full-checks.ts";

/** Returns the remainder modulo 97 of a text as ISO 7064 reads it: letters are 10 to 35. */
function computeModulo97(text: string): number {
  let remainder = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}

/**
 * Returns whether a text is an IBAN: shape and check digits, and the country's length and structure once the full check is loaded. Source: ISO 13616-1.
 * @example
 * isIban("DE89370400440532013000"); // => true
 */
export function isIban(value: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(value)) return false;
  return computeModulo97(value.slice(4) + value.slice(0, 4)) === 1 && (fullChecks.iban?.(value) ?? true);
}

/** Words of a company's legal form with their short forms. */
const FORMS: ReadonlyMap<string, string> = new Map([
  ["limited", "ltd"],
  ["company", "co"],
  ["corporation", "corp"],
  ["incorporated", "inc"],
  ["and", "&"],
]);

/** Returns whether two names are equal, ignoring width, letter case, spaces, points and usual short forms (Ltd. for Limited, Co. for Company). */
export function isSameParty(left: string, right: string): boolean {
  return normaliseName(left) === normaliseName(right);
}

function normaliseName(name: string): string {
  const words =
    name
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+|&/gu) ?? [];
  return words.map((word) => FORMS.get(word) ?? word).join("");
}

/** Weights of a routing number's digits. */
const ABA_WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1];

/** Returns whether nine digits are a routing number of a bank in the United States: their weighted sum is a multiple of ten. Source: ANSI X9.100-160, ABA Routing Number Policy. */
export function isAba(value: string): boolean {
  if (!/^\d{9}$/.test(value) || /^0+$/.test(value)) return false;
  return ABA_WEIGHTS.reduce((sum, weight, at) => sum + weight * Number(value[at]), 0) % 10 === 0;
}
