import { findCode, formatCountry } from "../names.ts";
import { toHalfWidth, createStringKind, rejectUnless } from "../shared.ts";
import { countryCodes, isCountry } from "./codes.ts";

/**
 * A country or region by its ISO 3166-1 alpha-2 code. Displays its name, and accepts the code or the name in any of the
 * dialect's languages, regardless of case.
 */
export const country = createStringKind({
  name: "country",
  clean(value, { dialect }) {
    const text = toHalfWidth(value);
    return isCountry(text.toUpperCase())
      ? text.toUpperCase()
      : (findCode("region", text, countryCodes, dialect.languages) ?? text);
  },
  validate: rejectUnless(isCountry, "country"),
  text: (value, { lang }) => (value ? formatCountry(value, lang) : ""),
  edit: (value) => value,
  cell: (value, { lang }) => (value ? { type: "text", value: formatCountry(value, lang) } : { type: "empty" }),
  filter: "is",
  width: 150,
  minWidth: 112,
  examples: ["CN", "HK", "US", "GB", "TW"],
  wrong: ["ZZ", "CHN", "Atlantis"],
});
