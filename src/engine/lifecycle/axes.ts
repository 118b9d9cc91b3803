/**
 * Reads the additional axes of a lifecycle (`also`), and the source and target positions of its transitions on all
 * axes.
 */
import type { EntityDraft } from "../schema/draft.ts";
import type { LifecyclePlan } from "../model/entity.ts";
import type { Json } from "../schema/json.ts";
import { lifecycleWords } from "./finding-words.ts";

/**
 * Returns the name of the field of an additional axis. Reports a field that is not a read-only status field with fixed
 * options, or that is the lifecycle's own.
 */
export function readAxis(word: Json, plan: LifecyclePlan, draft: EntityDraft): string {
  const field = draft.field(word);
  if (!field) return word.string();
  const fits =
    field.name !== plan.field &&
    field.kind === "status" &&
    field.readOnly &&
    field.options &&
    "values" in field.options;
  if (!fits) draft.report(word.place(), "not-an-axis", lifecycleWords.notAnAxis(field.name));
  return field.name;
}

/**
 * Returns `from` or `to` by field: the value of the lifecycle's own field, and those of its additional axes. Reports
 * unknown axes and values, and an object without the own field.
 */
export function readPosition(
  word: Json,
  plan: LifecyclePlan,
  draft: EntityDraft,
): { own: Json | undefined; axes: [string, Json[]][] } {
  if (word.node.type !== "object") return { own: word, axes: [] };
  const known = [plan.field, ...(plan.also ?? [])];
  const axes: [string, Json[]][] = [];
  for (const [name, one] of word.entries()) {
    if (!known.includes(name)) draft.unknown(one.place("key"), "axis", name, known);
    if (!plan.also?.includes(name)) continue;
    const options = draft.plan.fields.find((field) => field.name === name)?.options;
    const values = options && "values" in options ? options.values.map(({ value }) => value) : undefined;
    const words = one.itemsOrSelf();
    for (const value of words)
      if (values && !values.includes(value.string())) draft.unknown(value.place(), "state", value.string(), values);
    axes.push([name, words]);
  }
  const own = word.get(plan.field);
  if (!own) draft.report(word.place(), "axis-missing", lifecycleWords.axisUnsaid(plan.field));
  return { own, axes };
}
