import { codeNamed } from "../names.ts";
import { narrow, stringKind } from "../shared.ts";

/** What else people write for a currency. CNH is no ISO 4217 code and is not taken for CNY: it is another market. */
const OTHERS: Record<string, string> = { RMB: "CNY", "¥": "CNY", 元: "CNY" };

/** A currency by its ISO 4217 code, which is also what is shown; understands its name in both languages. */
export const currency = stringKind({
  name: "currency",
  clean(value, { minorUnits }) {
    const text = narrow(value);
    const code = text.toUpperCase();
    if (/^[A-Z]{3}$/.test(code)) return OTHERS[code] ?? code;
    return OTHERS[text] ?? codeNamed("currency", text, Object.keys(minorUnits).toSorted()) ?? text;
  },
  problem(value, { minorUnits }) {
    const known = Object.keys(minorUnits);
    const fits =
      typeof value !== "string" ||
      (/^[A-Z]{3}$/.test(value) && (known.length === 0 || Object.hasOwn(minorUnits, value)));
    return fits ? undefined : { code: "currency" };
  },
  anyCurrency: true,
  filter: "is",
  width: 90,
  examples: ["CNY", "USD", "JPY"],
  wrong: ["US", "yuan!", "CN¥"],
});
