/** Validates IBANs and routing numbers, and compares the names of parties. Rules may call these functions. */
import { fullChecks } from "../base/full-checks.ts";

/** Returns the remainder modulo 97 of a string as defined by ISO 7064, where letters count as 10 to 35. */
function computeModulo97(text: string): number {
  let remainder = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}

/**
 * Returns whether a string is an IBAN. Checks the format and check digits, and once the full check is loaded also the
 * country's length and structure. Source: ISO 13616-1.
 * @example
 * isIban("DE89370400440532013000"); // => true
 */
export function isIban(value: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(value)) return false;
  return computeModulo97(value.slice(4) + value.slice(0, 4)) === 1 && (fullChecks.iban?.(value) ?? true);
}

/** Words in names of companies, with the abbreviations that count as equal. */
const FORMS: ReadonlyMap<string, string> = new Map([
  ["limited", "ltd"],
  ["company", "co"],
  ["corporation", "corp"],
  ["incorporated", "inc"],
  ["and", "&"],
]);

/**
 * Returns whether two names are equal, ignoring width, case, spaces, punctuation and common abbreviations (Ltd. for
 * Limited, & for and).
 */
export function isSameParty(left: string, right: string): boolean {
  return normalizeName(left) === normalizeName(right);
}

function normalizeName(name: string): string {
  const words =
    name
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+|&/gu) ?? [];
  return words.map((word) => FORMS.get(word) ?? word).join("");
}

/** Weights of the digits of a routing number. */
const ABA_WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1];

/**
 * Returns whether a string is a US bank routing number: nine digits, not all zero, whose weighted sum is a multiple of
 * ten. Source: ANSI X9.100-160, ABA Routing Number Policy.
 */
export function isAba(value: string): boolean {
  if (!/^\d{9}$/.test(value) || /^0+$/.test(value)) return false;
  return ABA_WEIGHTS.reduce((sum, weight, index) => sum + weight * Number(value[index]), 0) % 10 === 0;
}
