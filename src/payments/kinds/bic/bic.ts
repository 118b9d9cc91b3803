import { removeSpaces, formatCountry, isCountry, createStringKind, rejectUnless } from "@portolan/engine";

/**
 * Returns whether an upper-case string is a valid BIC: 8 or 11 characters, with a country code in the fifth and sixth.
 * Source: ISO 9362:2022.
 */
export const isBic = (value: string): boolean =>
  /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(value) && isCountry(value.slice(4, 6));

/** Branch code of the head office, equivalent to omitting the branch code. Source: ISO 9362:2022. */
const HEAD_OFFICE = "XXX";

/** A SWIFT code (BIC). Stored in upper case without spaces. */
export const bic = createStringKind({
  name: "bic",
  messages: {
    bic: {
      zh: "SWIFT 代码应为 8 或 11 位，第 5、6 位是国家代码",
      en: "A SWIFT code has 8 or 11 characters; the fifth and sixth name the country",
    },
  },
  matches: (schema) => schema.format === "bic",
  clean: (value) => removeSpaces(value).toUpperCase(),
  validate: rejectUnless(isBic, "bic"),
  describe: (value, { lang }) => (isBic(value) ? formatCountry(value.slice(4, 6), lang) : undefined),
  spellings: (value) =>
    value.length === 8 || value.endsWith(HEAD_OFFICE) ? [value.slice(0, 8), value.slice(0, 8) + HEAD_OFFICE] : [value],
  width: 130,
  examples: ["HSBCHKHH", "HSBCHKHHXXX", "ICBKCNBJZJP", "DEUTDEFF500"],
  wrong: ["HSBCHKHHX", "HSBCHKHHXX", "HSBCZZHH", "HSBC1KHH"],
});
