/** Computes when the clock ends a state. */
import { canTransition, type Entity, type Row } from "@portolan/engine";
import { parseDurationMs } from "./duration.ts";

/**
 * Returns the earliest time in milliseconds at which the clock can end a state that was entered at `since`; undefined
 * for a state that the clock does not end after a fixed time. Transitions at a date of the record (`at`) do not count.
 */
export const findEndOfState = (entity: Entity, record: Row, state: string, since: number): number | undefined =>
  findFirst(listEnds(entity, record, state, since));

/**
 * Returns the earliest time in milliseconds at which the clock completes a record that entered its state at `since`;
 * undefined for a state from which the clock leads to no success.
 */
export function findCompletion(entity: Entity, record: Row, state: string, since: number): number | undefined {
  const successes = entity.lifecycle?.states.filter(({ tone }) => tone === "success").map(({ name }) => name);
  return findFirst(listEnds(entity, record, state, since).filter(({ to }) => successes?.includes(to)));
}

const findFirst = (ends: readonly { at: number }[]): number | undefined =>
  ends.length > 0 ? Math.min(...ends.map(({ at }) => at)) : undefined;

/** Lists when the clock can end a state, and the states to which it then leads. */
const listEnds = (entity: Entity, record: Row, state: string, since: number): { to: string; at: number }[] =>
  (entity.lifecycle?.transitions ?? []).flatMap((transition) =>
    transition.by === "clock" && transition.after !== undefined && canTransition(transition, state, record)
      ? [{ to: transition.to, at: since + parseDurationMs(transition.after) }]
      : [],
  );
