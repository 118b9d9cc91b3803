import { isIban, type StringFormat } from "@portolan/engine";

/** String format for IBANs. */
export const format: StringFormat = { type: "string", validate: isIban };
