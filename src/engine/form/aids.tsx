/**
 * What helps to fill in a record: its draft, values pasted with their labels, hints, the list of sections, and the
 * sentence on the button of a review.
 */
export { Anchors } from "./Anchors.tsx";
export { Draft } from "./draft.ts";
export { DraftBar } from "./DraftBar.tsx";
export { PasteTarget } from "./PasteTarget.tsx";
export { fillSentence } from "../entity/sentence.ts";
export { createDescriptions } from "../form-store/descriptions.ts";
