import { removeSpaces, isRealDate, createStringKind, rejectUnless } from "@portolan/engine";

/**
 * Valid first two digits: provinces (GB/T 2260), 81 to 83 for residents from Hong Kong, Macao and Taiwan, and 9x for
 * foreign permanent residents.
 */
const PLACES = /^(?:1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[1-3]|9\d)/;

/**
 * Returns whether a string is a valid resident identity number: region, date of birth between 1900 and today, and check
 * character (ISO 7064 MOD 11-2). Source: GB 11643-1999.
 */
export function isResidentId(value: string): boolean {
  if (!/^\d{17}[\dX]$/.test(value) || !PLACES.test(value)) return false;
  const birth = `${value.slice(6, 10)}-${value.slice(10, 12)}-${value.slice(12, 14)}`;
  if (!isRealDate(birth) || birth < "1900-01-01" || Date.parse(birth) > Date.now()) return false;
  let sum = 0;
  for (const character of value) sum = sum * 2 + (character === "X" ? 10 : Number(character));
  return sum % 11 === 1;
}

/** A Chinese resident identity number with 18 characters. Displayed in full, so use `x-mask` to mask it. */
export const residentId = createStringKind({
  name: "resident-id",
  messages: {
    residentId: {
      zh: "身份证号有误，请核对 18 位号码",
      en: "This resident identity number is not right; please compare its 18 characters",
    },
  },
  clean: (value) => removeSpaces(value).toUpperCase(),
  validate: rejectUnless(isResidentId, "residentId"),
  width: 190,
  examples: ["11010519491231002X", "34052419800101001X"],
  wrong: ["110105194912310021", "11010519490231002X", "00010519491231002X", "110105491231002"],
});
