import { fullChecks } from "../full-checks.ts";
import { compact, groupsOf, stringKind, unless } from "../shared.ts";

/** Remainder modulo 97 of a text read as ISO 7064 does it: letters are 10 to 35. */
function modulo97(text: string): number {
  let remainder = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}

/** Whether a text is an IBAN: shape and check digits always, the country's length and structure once the full check is there. Source: ISO 13616-1. */
export function isIban(value: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(value)) return false;
  return modulo97(value.slice(4) + value.slice(0, 4)) === 1 && (fullChecks.iban?.(value) ?? true);
}

/** An international bank account number. Stored in upper case without spaces, shown in groups of four. */
export const iban = stringKind({
  name: "iban",
  matches: (schema) => schema.format === "iban",
  clean: (value) => compact(value).toUpperCase(),
  problem: unless(isIban, "iban"),
  prepare: async () => void (await import("./full.ts")),
  text: (value) => (value ? groupsOf(4, value) : ""),
  ellipsis: "middle",
  width: 250,
  examples: ["GB82WEST12345698765432", "DE89370400440532013000", "NL91ABNA0417164300"],
  wrong: ["GB82WEST12345698765433", "GB82", "ZZ"],
});
