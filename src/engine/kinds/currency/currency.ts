import { findCode } from "../names.ts";
import { toHalfWidth, createStringKind } from "../shared.ts";

/**
 * A currency by its ISO 4217 code, which is also displayed. Accepts the code, an entry of the dialect's
 * `currencyWords`, or the name in any of the dialect's languages.
 */
export const currency = createStringKind({
  name: "currency",
  clean(value, { dialect, minorUnits }) {
    const text = toHalfWidth(value);
    const code = text.toUpperCase();
    const [meant] = dialect.currencyWords?.[code] ?? [];
    if (/^[A-Z]{3}$/.test(code)) return meant ?? code;
    return meant ?? findCode("currency", text, Object.keys(minorUnits).toSorted(), dialect.languages) ?? text;
  },
  validate(value, { minorUnits }) {
    const known = Object.keys(minorUnits);
    const fits =
      typeof value !== "string" ||
      (/^[A-Z]{3}$/.test(value) && (known.length === 0 || Object.hasOwn(minorUnits, value)));
    return fits ? undefined : { code: "currency" };
  },
  anyCurrency: true,
  filter: "is",
  width: 90,
  examples: ["USD", "HKD", "JPY"],
  wrong: ["US", "yuan!", "CN¥"],
});
