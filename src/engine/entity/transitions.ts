/** Evaluates the transitions of a lifecycle over all its axes: the state field and the fields in `also`. */
import type { Role, Settings } from "../model/settings.ts";
import type { Entity, LifecyclePlan, Row, TransitionPlan } from "../model/entity.ts";

/** Returns the role for the `by` value of an event. Undefined for events of the clock and of other records. */
export const findRole = ({ actors }: Pick<Settings, "actors">, by: string): Role | undefined => actors[by];

/** Returns the transition by which users create records, or undefined when there is none. */
export const findCreation = ({
  lifecycle,
  dialect,
}: Pick<Entity, "lifecycle" | "dialect">): TransitionPlan | undefined =>
  lifecycle?.transitions.find(
    (transition) => transition.from.length === 0 && findRole(dialect, transition.by) === "user",
  );

/**
 * Returns the name of the field in which the creation stores the number of an imported file, or undefined when there is
 * none.
 * @example
 * const field = findFileField(entity);
 */
export const findFileField = ({ lifecycle }: Pick<Entity, "lifecycle">): string | undefined =>
  lifecycle?.transitions
    .flatMap(({ from, set }) => (from.length === 0 ? Object.entries(set) : []))
    .find(([, { reads }]) => reads.includes("file.number"))?.[0];

/**
 * Returns whether a transition applies to a record's state and to the states of its other axes.
 * @example
 * const open = entity.lifecycle?.transitions.filter((transition) => canTransition(transition, "pending", row));
 */
export function canTransition(
  transition: Pick<TransitionPlan, "from" | "alsoFrom">,
  status: string,
  record: Row,
): boolean {
  return (
    transition.from.includes(status) &&
    Object.entries(transition.alsoFrom ?? {}).every(([axis, values]) => values.includes(String(record[axis] ?? "")))
  );
}

/**
 * Returns the values that a transition sets: the state, and the other axes that it changes.
 * @example
 * const state = entity.lifecycle && findTargetState(entity.lifecycle, entity.lifecycle.transitions[0]!);
 */
export function findTargetState(
  lifecycle: Pick<LifecyclePlan, "field">,
  transition: Pick<TransitionPlan, "to" | "alsoTo">,
): Row {
  return { [lifecycle.field]: transition.to, ...transition.alsoTo };
}

/** Position of a record in its lifecycle: the state and the value of every other axis. */
export interface Position {
  status: string;
  axes: Record<string, string>;
}

/**
 * Returns a position as a string key for comparison.
 * @example
 * formatPosition({ status: "open", axes: { review: "passed" } }) // => "open/passed"
 */
export const formatPosition = ({ status, axes }: Position): string => [status, ...Object.values(axes)].join("/");

/**
 * Returns the position after a transition, or undefined when it does not apply. `position`: undefined before creation.
 * @example
 * const next = plan.lifecycle && applyStep(plan.lifecycle.transitions[0]!, { status: "open", axes: {} });
 */
export function applyStep(transition: TransitionPlan, position: Position | undefined): Position | undefined {
  if (position === undefined)
    return transition.from.length === 0 ? { status: transition.to, axes: { ...transition.alsoTo } } : undefined;
  return canTransition(transition, position.status, position.axes)
    ? { status: transition.to, axes: { ...position.axes, ...transition.alsoTo } }
    : undefined;
}
