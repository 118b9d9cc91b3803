/** States of a form's steps: with fields to fill in, undecided, or dropped by the choices made so far. */
import type { FormStore } from "../form-store/store.ts";
import type { Entity, StepPlan } from "../model/entity.ts";

/**
 * `open`: a field is visible. `undecided`: whether a field will be visible depends on values that are still missing.
 * `dropped`: the values rule out every field.
 */
export type StepState = "open" | "undecided" | "dropped";

/** Returns the names of the fields of a step. */
export const listStepFields = (entity: Entity, step: StepPlan): string[] =>
  entity.form.sections
    .filter((section) => step.sections.includes(section.id))
    .flatMap((section) => section.rows.flat());

export function findStepState(store: FormStore, step: StepPlan): StepState {
  const names = listStepFields(store.entity, step);
  if (store.showsAny(names)) return "open";
  return names.every((name) => isRuledOut(store, name, new Set())) ? "dropped" : "undecided";
}

/** Returns whether a field is hidden, and the values that hide it are known or ruled out themselves. */
function isRuledOut(store: FormStore, name: string, seen: Set<string>): boolean {
  if (seen.has(name) || store.showsAny([name])) return false;
  seen.add(name);
  const read = store.entity.show.filter(({ field }) => field === name).flatMap(({ expression }) => expression.reads);
  return read.flatMap(findOwnField).every((own) => store.record()[own] !== undefined || isRuledOut(store, own, seen));
}

/** Returns the record's field in a path that an expression reads, such as `self.amount`. */
const findOwnField = (path: string): string[] => {
  const [root, name] = path.split(".");
  return root === "self" && name !== undefined ? [name] : [];
};

/** Returns the minutes that the remaining steps take, as a share of the whole form's, or undefined if unknown. */
export function estimateMinutes({ form: { steps = [], minutes } }: Entity, left: number): number | undefined {
  return minutes === undefined ? undefined : Math.max(1, Math.round((minutes * left) / steps.length));
}
