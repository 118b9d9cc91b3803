/** String formats of banking, and all formats that a compiled validator of the product may need. */
import { coreFormats, isIban, type StringFormat } from "../../engine/index.ts";
import { isBic } from "./bic/bic.ts";

export const bankingFormats = {
  bic: { type: "string", validate: isBic },
  iban: { type: "string", validate: isIban },
} satisfies Record<string, StringFormat>;

/** Formats by name. The browser's validators import it. */
export const formats: Readonly<Record<string, StringFormat>> = { ...coreFormats, ...bankingFormats };
