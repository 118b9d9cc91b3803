import type { EntityDraft } from "../schema/draft.ts";
import type { TransitionPlan } from "../model/entity.ts";
import type { Json } from "../schema/json.ts";
import { lifecycleMessages } from "./finding-messages.ts";

/**
 * Reads `touches`, the fields whose change fires the event. Reports fields that users cannot change, and an event that
 * users cannot fire, that creates the record or that needs input.
 */
export function readTouches(keyword: Json, transition: TransitionPlan, draft: EntityDraft): void {
  transition.touches = draft.fieldNames(keyword.items());
  for (const item of keyword.items()) {
    const field = draft.plan.fields.find(({ name }) => name === item.value);
    if (field && (field.readOnly || field.once))
      draft.report(
        item.location(),
        "touches-closed",
        field.readOnly ? lifecycleMessages.touchesReadOnly(field.name) : lifecycleMessages.touchesOnce(field.name),
      );
  }
  const fits = draft.isUser(transition.by) && transition.from.length > 0 && transition.needs.length === 0;
  if (!fits) draft.report(keyword.location(), "touches-closed", lifecycleMessages.touchesElsewhere());
}
