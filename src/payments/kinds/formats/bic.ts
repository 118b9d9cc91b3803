import type { StringFormat } from "../../../engine/index.ts";
import { isBic } from "../bic/bic.ts";

/** String format for BICs. */
export const format: StringFormat = { type: "string", validate: isBic };
