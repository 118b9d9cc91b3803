import type { StringFormat } from "../../model/dialect.ts";

/** Secrets, which may be any string. */
export const format: StringFormat = { type: "string", validate: () => true };
