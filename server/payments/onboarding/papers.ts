import { LETTER_FIELDS } from "./letter.ts";
import type { OwnPapers } from "../../records/check-paper.ts";

/** Documents of the payment product other than receipts. */
export const ownPapers: OwnPapers = { onboarding: LETTER_FIELDS };
