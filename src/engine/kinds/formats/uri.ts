import type { StringFormat } from "../../model/dialect.ts";
import { isLink } from "../link/link.ts";

/** Addresses of the web, `https` alone. */
export const format: StringFormat = { type: "string", validate: isLink };
