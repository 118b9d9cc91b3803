/** Possible answers to a task: the transitions of actor `provider` from the order's state, and their input. */
import { canTransition, type Entity, type Row, type TransitionPlan } from "../../src/engine/index.ts";
import type { Stored } from "../lifecycle/context.ts";
import { isProvider } from "../core/actor.ts";
import { DeskRefused } from "./refusal.ts";

/** A possible outcome, and its input. */
export interface Outcome {
  event: string;
  /** Required input. `waivable`: `none` is accepted instead. */
  needs: readonly { name: string; waivable: boolean }[];
  /** Optional input. */
  takes: readonly string[];
}

/** Word that waives an input. */
const NONE = "none";
const EVENT = "event.";
/** Time of the event: set by the server, never entered. */
const AT = "at";

/** Returns the outcomes of an order. */
export function listOutcomes(entity: Entity, { status, data }: Pick<Stored, "status" | "data">): Outcome[] {
  const open = (entity.lifecycle?.transitions ?? []).filter(
    (one) => isProvider(one) && canTransition(one, status, data),
  );
  return [...new Map(open.map((transition) => [transition.on, describeOutcome(transition)])).values()];
}

/** Returns the input of a transition: required values, values written to the record, then optional ones. */
export function describeOutcome({ on, needs, takes = [], set }: TransitionPlan): Outcome {
  const written = Object.values(set).flatMap(({ reads }) =>
    reads.flatMap((read) => (read.startsWith(EVENT) ? [read.slice(EVENT.length)] : [])),
  );
  const asked = [...new Set(written)].filter((name) => !needs.includes(name) && !takes.includes(name) && name !== AT);
  return {
    event: on,
    needs: [...needs.map((name) => ({ name, waivable: false })), ...asked.map((name) => ({ name, waivable: true }))],
    takes,
  };
}

/**
 * Returns the input of an answer with one or several outcomes, without waived values. @throws DeskRefused for an input that no outcome accepts, and
 * for a missing one
 */
export function readAnswer(outcomes: readonly Outcome[], given: Row): Row {
  const needs = outcomes.flatMap((outcome) => outcome.needs);
  const known = new Set([...needs.map(({ name }) => name), ...outcomes.flatMap(({ takes }) => takes)]);
  const unknown = Object.keys(given).filter((name) => !known.has(name));
  if (unknown.length > 0) throw new DeskRefused("unknown", unknown.join(", "));
  const waivable = new Set(needs.filter((need) => need.waivable).map(({ name }) => name));
  const missing = needs.filter(({ name }) => !given[name] || (given[name] === NONE && !waivable.has(name)));
  if (missing.length > 0) throw new DeskRefused("missing", [...new Set(missing.map(({ name }) => name))].join(", "));
  return Object.fromEntries(Object.entries(given).filter(([name, value]) => !(value === NONE && waivable.has(name))));
}
