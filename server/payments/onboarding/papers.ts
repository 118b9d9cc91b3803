import { LETTER_FIELDS } from "./letter.ts";
import type { OwnPapers } from "../../records/check-paper.ts";

/** Fields that the check codes of documents other than receipts cover, by entity. */
export const ownPapers: OwnPapers = { onboarding: LETTER_FIELDS };
