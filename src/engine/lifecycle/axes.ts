/**
 * Reads the additional axes of a lifecycle (`also`), and the source and target positions of its transitions on all
 * axes.
 */
import type { EntityDraft } from "../schema/draft.ts";
import type { LifecyclePlan } from "../model/entity.ts";
import type { Json } from "../schema/json.ts";
import { lifecycleMessages } from "./finding-messages.ts";

/**
 * Returns the name of the field of an additional axis. Reports a field that is not a read-only status field with fixed
 * options, or that is the lifecycle's own.
 */
export function readAxis(keyword: Json, plan: LifecyclePlan, draft: EntityDraft): string {
  const field = draft.field(keyword);
  if (!field) return keyword.string();
  const fits =
    field.name !== plan.field &&
    field.kind === "status" &&
    field.readOnly &&
    field.options &&
    "values" in field.options;
  if (!fits) draft.report(keyword.location(), "not-an-axis", lifecycleMessages.notAnAxis(field.name));
  return field.name;
}

/**
 * Returns the parts of `from` or `to`: the value of the lifecycle's own field, and the values of its additional axes.
 * Reports unknown axes and values, and an object without the own field.
 */
export function readPosition(
  keyword: Json,
  plan: LifecyclePlan,
  draft: EntityDraft,
): { own: Json | undefined; axes: [string, Json[]][] } {
  if (keyword.node.type !== "object") return { own: keyword, axes: [] };
  const known = [plan.field, ...(plan.also ?? [])];
  const axes: [string, Json[]][] = [];
  for (const [name, node] of keyword.entries()) {
    if (!known.includes(name)) draft.reportUnknown(node.location("key"), "axis", name, known);
    if (!plan.also?.includes(name)) continue;
    const options = draft.plan.fields.find((field) => field.name === name)?.options;
    const values = options && "values" in options ? options.values.map(({ value }) => value) : undefined;
    const nodes = node.itemsOrSelf();
    for (const value of nodes)
      if (values && !values.includes(value.string()))
        draft.reportUnknown(value.location(), "state", value.string(), values);
    axes.push([name, nodes]);
  }
  const own = keyword.get(plan.field);
  if (!own) draft.report(keyword.location(), "axis-missing", lifecycleMessages.axisUnsaid(plan.field));
  return { own, axes };
}
