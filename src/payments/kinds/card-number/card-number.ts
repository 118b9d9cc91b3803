import { removeSpaces, createStringKind, rejectUnless } from "@portolan/engine";
import { splitGroups } from "../code-groups.ts";

/** Returns whether the last digit is the correct Luhn check digit. Source: ISO/IEC 7812-1, annex B. */
export function isLuhn(digits: string): boolean {
  let sum = 0;
  [...digits].toReversed().forEach((digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2);
    sum += doubled > 9 ? doubled - 9 : doubled;
  });
  return sum % 10 === 0;
}

/** A payment card number with 12 to 19 digits and a valid Luhn check digit, displayed in groups of four. */
export const cardNumber = createStringKind({
  name: "card-number",
  messages: {
    cardNumber: {
      zh: "卡号有误，请核对 12 至 19 位数字",
      en: "This card number is not right; please compare its 12 to 19 digits",
    },
  },
  clean: removeSpaces,
  validate: rejectUnless((value) => /^\d{12,19}$/.test(value) && isLuhn(value), "cardNumber"),
  text: (value) => (value ? splitGroups(4, value) : ""),
  ellipsis: "middle",
  width: 200,
  examples: ["4111111111111111", "6222021202041234569", "5555555555554444"],
  wrong: ["4111111111111112", "41111111111", "4111 1111 1111 111x"],
});
