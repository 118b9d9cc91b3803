import { codeNamed, countryName } from "../names.ts";
import { narrow, stringKind, unless } from "../shared.ts";
import { countryCodes, isCountry } from "./codes.ts";

/** A country or region by its ISO 3166-1 alpha-2 code; shows its name, understands code and names in both languages. */
export const country = stringKind({
  name: "country",
  clean(value, { dialect }) {
    const text = narrow(value);
    return isCountry(text.toUpperCase())
      ? text.toUpperCase()
      : (codeNamed("region", text, countryCodes, dialect.languages) ?? text);
  },
  validate: unless(isCountry, "country"),
  text: (value, { lang }) => (value ? countryName(value, lang) : ""),
  edit: (value) => value,
  cell: (value, { lang }) => (value ? { type: "text", value: countryName(value, lang) } : { type: "empty" }),
  filter: "is",
  width: 150,
  minWidth: 112,
  examples: ["CN", "HK", "US", "GB", "TW"],
  wrong: ["ZZ", "CHN", "Atlantis"],
});
