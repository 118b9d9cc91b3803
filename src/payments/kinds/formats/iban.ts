import { isIban, type StringFormat } from "../../../engine/index.ts";

/** International bank account numbers. */
export const format: StringFormat = { type: "string", validate: isIban };
