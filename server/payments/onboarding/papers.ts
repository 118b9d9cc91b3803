import { LETTER_FIELDS } from "./letter.ts";
import type { OwnPapers } from "../../records/check-paper.ts";

/** Papers of payments that are no receipts. */
export const ownPapers: OwnPapers = { onboarding: LETTER_FIELDS };
