/** String formats of the product. Compiled validators import only those they need, from `formats/`. */
import { coreFormats, type StringFormat } from "@portolan/engine";
import { format as bic } from "./formats/bic.ts";
import { format as iban } from "./formats/iban.ts";

export const bankingFormats = { bic, iban } satisfies Record<string, StringFormat>;
/** The banking formats, approximated by regular expressions. */
export const bankingPatterns: Readonly<Record<string, string>> = {
  bic: "^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$",
  iban: "^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$",
};

/** Core and banking formats by name. */
export const formats: Readonly<Record<string, StringFormat>> = { ...coreFormats, ...bankingFormats };
