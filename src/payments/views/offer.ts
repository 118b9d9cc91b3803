/** A sentence and a button that a record shows while a condition holds, such as a top-up when the balance is zero. */
import { member, VIEW_LINK } from "@portolan/engine/compiler";

/** An offer: a link with its condition and its sentence. Text keys `offer` and `offer.says`. */
export const offer = member.create(
  {
    ...VIEW_LINK,
    required: ["when", "says", "label", "to"],
    properties: { ...VIEW_LINK.properties, says: { $ref: "#/$defs/text" } },
  },
  (keyword, view) => {
    view.text("offer.says", keyword.get("says"));
    return view.link("offer", keyword);
  },
);
