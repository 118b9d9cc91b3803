import type { StringFormat } from "../../../engine/index.ts";
import { isBic } from "../bic/bic.ts";

/** Business identifier codes. */
export const format: StringFormat = { type: "string", validate: isBic };
