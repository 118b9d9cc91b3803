import { narrow, createStringKind, rejectUnless } from "../shared.ts";

/**
 * A postcode of any country: 2 to 10 letters, digits, spaces and hyphens, in upper case. Source: UPU S42, the longest
 * postcodes in use.
 */
export const postcode = createStringKind({
  name: "postcode",
  messages: { postcode: { zh: "邮编由 2 至 10 位字母或数字组成", en: "A postcode has 2 to 10 letters or digits" } },
  clean: (value) => narrow(value).toUpperCase().replace(/ +/g, " "),
  validate: rejectUnless((value) => /^[A-Z0-9][A-Z0-9 -]{0,8}[A-Z0-9]$/.test(value), "postcode"),
  width: 110,
  examples: ["310000", "SW1A 1AA", "94103-1234"],
  wrong: ["3", "12345678901", "-12"],
});
