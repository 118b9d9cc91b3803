import { toHalfWidth, createStringKind, rejectUnless } from "../shared.ts";

/**
 * A postcode of any country, in upper case: 2 to 10 letters, digits, spaces and hyphens, of which the first and last
 * are letters or digits. Source for the length: UPU S42.
 */
export const postcode = createStringKind({
  name: "postcode",
  messages: { postcode: { zh: "邮编由 2 至 10 位字母或数字组成", en: "A postcode has 2 to 10 letters or digits" } },
  clean: (value) => toHalfWidth(value).toUpperCase().replace(/ +/g, " "),
  validate: rejectUnless((value) => /^[A-Z0-9][A-Z0-9 -]{0,8}[A-Z0-9]$/.test(value), "postcode"),
  width: 110,
  examples: ["310000", "SW1A 1AA", "94103-1234"],
  wrong: ["3", "12345678901", "-12"],
});
