/** A sentence and a button that a record shows while a condition holds, such as a top-up when the balance is zero. */
import { type Json, type ViewDraft, type ViewLink, VIEW_LINK } from "@portolan/engine/compiler";

/** Schema of an offer: a link with its condition and its sentence. */
export const OFFER = {
  ...VIEW_LINK,
  required: ["when", "says", "label", "to"],
  properties: { ...VIEW_LINK.properties, says: { $ref: "#/$defs/text" } },
};

/** Returns the plan of an offer. Text keys `offer` and `offer.says`. */
export function readOffer(keyword: Json, view: ViewDraft): ViewLink {
  view.text("offer.says", keyword.get("says"));
  return view.link("offer", keyword);
}
