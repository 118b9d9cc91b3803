/** String formats of banking, and all formats of the product. A compiled validator imports from `formats/` those that it needs. */
import { coreFormats, type StringFormat } from "../../engine/index.ts";
import { format as bic } from "./formats/bic.ts";
import { format as iban } from "./formats/iban.ts";

export const bankingFormats = { bic, iban } satisfies Record<string, StringFormat>;

/** Formats by name. */
export const formats: Readonly<Record<string, StringFormat>> = { ...coreFormats, ...bankingFormats };
