import type { TransitionDraft } from "../schema/effect.ts";
import type { TransitionPlan } from "../model/entity.ts";
import type { Json } from "../schema/json.ts";
import { lifecycleMessages } from "./finding-messages.ts";

/**
 * Reads `sole` of a review: the amount to compare, and the limit up to which no second factor is required. Reports an
 * event that is not a user's review of a stored record, that the user who created the record may fire, or that needs
 * input.
 */
export function readSole(keyword: Json, draft: TransitionDraft): TransitionPlan["sole"] {
  const { by, not, from, needs } = draft.plan;
  if (!draft.entity.isUser(by) || not !== "maker" || from.length === 0 || needs.length > 0)
    draft.entity.report(keyword.location(), "sole-without-maker", lifecycleMessages.soleWithoutMaker());
  const amount = draft.expression(keyword.member("amount"), "Decimal");
  const upTo = draft.expression(keyword.member("upTo"), "Decimal");
  return amount && upTo && { amount, upTo };
}
