import type { StringFormat } from "../../model/dialect.ts";
import { isLink } from "../link/link.ts";

/** Web addresses, `https` only. */
export const format: StringFormat = { type: "string", validate: isLink };
