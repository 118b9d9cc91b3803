/**
 * Simulated card vault of an issuer. The number is derived from the server's key and the card's id, so it is always the
 * same.
 */
import { createHmac } from "node:crypto";
import type { Row } from "@portolan/engine";
import { assertPresent } from "../../../core/required.ts";
import type { CardSecrets, CardVault } from "../../services.ts";

export const createCardVault = (key: Buffer): CardVault => ({ reveal: async (card) => deriveSecrets(key, card) });

/**
 * Derives the CVV and the digits that are not stored. The number keeps its stored prefix (IIN) and last four digits,
 * and the expiry is the stored one.
 */
function deriveSecrets(key: Buffer, card: Row): CardSecrets {
  const digits = (purpose: string, length: number) => {
    const bytes = createHmac("sha256", key)
      .update(`card|${purpose}|${String(card["id"])}`)
      .digest();
    return (bytes.readBigUInt64BE() % 10n ** BigInt(length)).toString().padStart(length, "0");
  };
  const kept = String(card["number"]);
  const [head, tail] = [kept.slice(0, 6), kept.slice(-4)];
  const middle = digits("number", 5);
  const check = assertPresent(
    [..."0123456789"].find((digit) => isLuhnValid(`${head}${middle}${digit}${tail}`)),
    "a check digit",
  );
  const [year = "", month = ""] = String(card["expiry"]).split("-");
  return { number: `${head}${middle}${check}${tail}`, expiry: `${month}/${year.slice(2)}`, cvv: digits("cvv", 3) };
}

/**
 * Returns whether a number passes the Luhn check (ISO/IEC 7812-1, annex B). Any single position has one digit that
 * makes the number valid, because doubling permutes the ten digits.
 */
export function isLuhnValid(number: string): boolean {
  const sum = [...number].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
