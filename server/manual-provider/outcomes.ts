/** Possible answers to a task: the `provider` transitions from the order's state, and their input. */
import { canTransition, type Entity, type Row, type TransitionPlan } from "@portolan/engine";
import type { Stored } from "../lifecycle/context.ts";
import { isProvider } from "../core/actor.ts";
import { OperatorRefused } from "../operators/refusal.ts";

export interface Outcome {
  event: string;
  /** Required inputs. `waivable` inputs also accept the value `none`. */
  needs: readonly { name: string; waivable: boolean }[];
  /** Names of optional inputs. */
  takes: readonly string[];
}

/** Value that waives an input. */
const NONE = "none";
const EVENT = "event.";
/** Input for the time of an event. It is set by the server, never by operators. */
const AT = "at";

/**
 * Returns the possible outcomes of an order, one per event. If several transitions have the same event, the last one
 * describes the outcome.
 */
export function listOutcomes(entity: Entity, { status, data }: Pick<Stored, "status" | "data">): Outcome[] {
  const open = (entity.lifecycle?.transitions ?? []).filter(
    (transition) => isProvider(transition) && canTransition(transition, status, data),
  );
  return [...new Map(open.map((transition) => [transition.on, describeOutcome(transition)])).values()];
}

/**
 * Describes the input of a transition. A value that the transition writes to the record, but neither needs nor takes,
 * is waivable.
 */
export function describeOutcome({ on, needs, takes = [], set }: TransitionPlan): Outcome {
  const written = Object.values(set).flatMap(({ reads }) =>
    reads.flatMap((read) => (read.startsWith(EVENT) ? [read.slice(EVENT.length)] : [])),
  );
  const required = [...new Set(written)].filter(
    (name) => !needs.includes(name) && !takes.includes(name) && name !== AT,
  );
  return {
    event: on,
    needs: [...needs.map((name) => ({ name, waivable: false })), ...required.map((name) => ({ name, waivable: true }))],
    takes,
  };
}

/**
 * Validates the input of an answer with one or more outcomes and returns it without waived values.
 *
 * @throws OperatorRefused when a required input is missing, or no outcome accepts an input
 */
export function readAnswer(outcomes: readonly Outcome[], given: Row): Row {
  const needs = outcomes.flatMap((outcome) => outcome.needs);
  const known = new Set([...needs.map(({ name }) => name), ...outcomes.flatMap(({ takes }) => takes)]);
  const unknown = Object.keys(given).filter((name) => !known.has(name));
  if (unknown.length > 0) throw new OperatorRefused("unknown", unknown.join(", "));
  const waivable = new Set(needs.filter((need) => need.waivable).map(({ name }) => name));
  const missing = needs.filter(({ name }) => !given[name] || (given[name] === NONE && !waivable.has(name)));
  if (missing.length > 0)
    throw new OperatorRefused("missing", [...new Set(missing.map(({ name }) => name))].join(", "));
  return Object.fromEntries(Object.entries(given).filter(([name, value]) => !(value === NONE && waivable.has(name))));
}
