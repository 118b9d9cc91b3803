/**
 * The issuer's vault, simulated. No card number is stored here: a real issuer tells it for a token, this one works it out from the server's key
 * and the card's id, so that it is the same whenever it is asked for. What is kept of a number (issuer's part, last four) is part of it.
 */
import { createHmac } from "node:crypto";
import type { Row } from "../../../src/engine/index.ts";

/** What a card holder types into a shop. `expiry`: `MM/YY`. */
export interface CardSecrets {
  number: string;
  expiry: string;
  cvv: string;
}

/** The secrets of a stored card. `key` never leaves the server. */
export function secretsOf(key: Buffer, card: Row): CardSecrets {
  const digits = (purpose: string, length: number) => {
    const bytes = createHmac("sha256", key)
      .update(`card|${purpose}|${String(card["id"])}`)
      .digest();
    return (bytes.readBigUInt64BE() % 10n ** BigInt(length)).toString().padStart(length, "0");
  };
  const kept = String(card["number"]);
  const [head, tail] = [kept.slice(0, 6), kept.slice(-4)];
  const middle = digits("number", 5);
  const check = [..."0123456789"].find((digit) => luhn(`${head}${middle}${digit}${tail}`))!;
  const [year = "", month = ""] = String(card["expiry"]).split("-");
  return { number: `${head}${middle}${check}${tail}`, expiry: `${month}/${year.slice(2)}`, cvv: digits("cvv", 3) };
}

/** ISO/IEC 7812-1, annex B. Some digit always fits at any one place, because doubling only reorders the ten digits. */
export function luhn(number: string): boolean {
  const sum = [...number].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
