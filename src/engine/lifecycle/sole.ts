import type { RuleType } from "../rules/types.ts";
import type { EntityDraft } from "../schema/draft.ts";
import type { TransitionPlan } from "../model/entity.ts";
import type { Json } from "../schema/json.ts";
import { lifecycleWords } from "./finding-words.ts";

/** Reads `sole` of a review: the amount that is compared, and up to which amount no second factor is needed. `roots`: what expressions may name besides the record. */
export function readSole(
  word: Json,
  { by, not, from, needs }: TransitionPlan,
  draft: EntityDraft,
  roots: Record<string, RuleType>,
): TransitionPlan["sole"] {
  if (by !== "merchant" || not !== "maker" || from.length === 0 || needs.length > 0) {
    draft.report(word.place(), "sole-without-maker", lifecycleWords.soleWithoutMaker());
  }
  const amount = draft.expression(word.get("amount")!, "Decimal", roots);
  const upTo = draft.expression(word.get("upTo")!, "Decimal", roots);
  return amount && upTo && { amount, upTo };
}
