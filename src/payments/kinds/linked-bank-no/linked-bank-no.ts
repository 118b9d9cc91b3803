import { checkDigit } from "../check-digit.ts";
import { removeSpaces, createStringKind, rejectUnless } from "@portolan/engine";

/** Returns whether the last digit is the correct ISO/IEC 7064 MOD 11,10 check digit. */
export function isMod11And10(digits: string): boolean {
  let product = 10;
  for (const digit of digits.slice(0, -1)) product = (((product + Number(digit)) % 10 || 10) * 2) % 11;
  return (product + Number(digits.at(-1))) % 10 === 1;
}

/**
 * A branch number in China's interbank payment system (行号): 3 digits for the bank, 4 for the city, 4 for the branch,
 * and a check digit. An incorrect check digit is only a warning: all of 70 genuine numbers tested satisfy ISO 7064 MOD
 * 11,10, but no public standard requires it.
 */
export const linkedBankNo = createStringKind({
  name: "linked-bank-no",
  messages: {
    linkedBankNo: { zh: "联行号应为 12 位数字", en: "A linked bank number has 12 digits" },
    checkDigit,
  },
  clean: removeSpaces,
  validate: rejectUnless((value) => /^\d{12}$/.test(value), "linkedBankNo"),
  warning: rejectUnless((value) => !/^\d{12}$/.test(value) || isMod11And10(value), "checkDigit"),
  width: 150,
  examples: ["102100099996", "308584000013"],
  wrong: ["10210009999", "1021000999966", "10210009999A"],
});
