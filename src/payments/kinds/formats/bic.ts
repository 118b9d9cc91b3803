import type { StringFormat } from "@portolan/engine";
import { isBic } from "../bic/bic.ts";

/** String format for BICs. */
export const format: StringFormat = { type: "string", validate: isBic };
