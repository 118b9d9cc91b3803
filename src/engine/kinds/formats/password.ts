import type { StringFormat } from "../../model/dialect.ts";

/** Secrets: any text. */
export const format: StringFormat = { type: "string", validate: () => true };
