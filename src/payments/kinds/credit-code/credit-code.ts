import { checkDigit } from "../check-digit.ts";
import { removeSpaces, createStringKind, rejectUnless } from "@portolan/engine";

/** Valid characters in the order of their values; I, O, S, V and Z are excluded. */
const ALPHABET = "0123456789ABCDEFGHJKLMNPQRTUWXY";

/**
 * Returns whether the last character is the correct check character, using weights 3^i mod 31. Source: GB 32100-2015.
 */
export function isCreditCodeChecked(code: string): boolean {
  let weight = 1;
  let sum = 0;
  for (const character of code.slice(0, 17)) {
    sum += ALPHABET.indexOf(character) * weight;
    weight = (weight * 3) % 31;
  }
  return ALPHABET[(31 - (sum % 31)) % 31] === code[17];
}
const SHAPE = /^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/;

/**
 * A Unified Social Credit Code (统一社会信用代码) with 18 characters. An incorrect check character is only a warning, because
 * some genuine early codes have one.
 */
export const creditCode = createStringKind({
  name: "credit-code",
  messages: {
    creditCode: {
      zh: "统一社会信用代码应为 18 位，不含 I、O、S、V、Z",
      en: "A Unified Social Credit Code has 18 characters and none of I, O, S, V, Z",
    },
    checkDigit,
  },
  clean: (value) => removeSpaces(value).toUpperCase(),
  validate: rejectUnless((value) => SHAPE.test(value), "creditCode"),
  warning: rejectUnless((value) => !SHAPE.test(value) || isCreditCodeChecked(value), "checkDigit"),
  width: 200,
  examples: ["91350100M000100Y43", "91110000802100433B"],
  wrong: ["91350100M000100Y4", "91350100M000100Y4I", "913501"],
});
