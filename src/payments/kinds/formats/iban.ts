import { isIban, type StringFormat } from "../../../engine/index.ts";

/** String format for IBANs. */
export const format: StringFormat = { type: "string", validate: isIban };
