import { LETTER_FIELDS } from "./letter.ts";
import type { OwnDocuments } from "../../records/check-document.ts";

/** Fields that the check codes of documents other than receipts cover, by entity. */
export const ownDocuments: OwnDocuments = { onboarding: LETTER_FIELDS };
