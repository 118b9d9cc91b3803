import { removeSpaces, fullChecks, isIban, createStringKind, rejectUnless } from "@portolan/engine";
import { splitGroups } from "../code-groups.ts";

/** An international bank account number. Stored in upper case without spaces, displayed in groups of four. */
export const iban = createStringKind({
  name: "iban",
  messages: {
    iban: {
      zh: "IBAN 校验不通过，请核对每一位",
      en: "The IBAN's check digits do not fit; please compare every character",
    },
  },
  matches: (schema) => schema.format === "iban",
  clean: (value) => removeSpaces(value).toUpperCase(),
  validate: rejectUnless(isIban, "iban"),
  prepare: async () => void (fullChecks.iban = (await import("./full.ts")).isIban),
  text: (value) => (value ? splitGroups(4, value) : ""),
  ellipsis: "middle",
  width: 250,
  examples: ["GB82WEST12345698765432", "DE89370400440532013000", "NL91ABNA0417164300"],
  wrong: ["GB82WEST12345698765433", "GB82", "ZZ"],
});
