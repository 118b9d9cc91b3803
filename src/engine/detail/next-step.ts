/** Determines from the lifecycle what happens next to a record that is not final. */
import type { Entity, Row, TransitionPlan } from "../model/entity.ts";
import type { Role } from "../model/settings.ts";
import { canTransition, findRole, findTargetState } from "../entity/transitions.ts";

/**
 * The next step. `user`: events that a user may fire to continue, until the clock ends the state at `until`. `system`: a response of an external system, with the times (epoch
 * ms) at which the clock fires its events if there is none. `clock`: the event that fires automatically at `at`.
 */
export type NextStep =
  | { by: "user"; events: string[]; until?: number }
  | { by: "system"; actor: TransitionPlan["by"]; events: string[]; until?: ReadonlyMap<string, number> }
  | ClockStep;
interface ClockStep {
  by: "clock";
  event: string;
  to: string;
  at: number;
}

const UNITS = { W: 604_800_000, D: 86_400_000, H: 3_600_000, M: 60_000, S: 1_000 } as const;

/**
 * Converts an ISO 8601 duration to milliseconds. Undefined for a malformed duration and for a duration in months or
 * years, whose length varies.
 */
function parseDurationMs(text: string): number | undefined {
  const parts = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(text)?.slice(1);
  return parts && Object.values(UNITS).reduce((sum, unit, index) => sum + unit * Number(parts[index] ?? 0), 0);
}

/**
 * Returns the next steps from the record's state, which it entered at `since`. Final and success states have none, even
 * if a later event may still revert them.
 */
export function listNextSteps(
  entity: Pick<Entity, "lifecycle" | "dialect"> & { calls?: Entity["calls"] },
  record: Row,
  since: string | undefined,
): NextStep[] {
  const { lifecycle, dialect } = entity;
  const state = lifecycle?.states.find((state) => state.name === record[lifecycle.field]);
  if (!lifecycle || !state || state.final || state.tone === "success") return [];
  const leading = lifecycle.transitions.filter((transition) => canTransition(transition, state.name, record));
  const leadsOn = (transition: TransitionPlan) =>
    Object.entries(findTargetState(lifecycle, transition)).some(([axis, to]) => record[axis] !== to) &&
    !lifecycle.states.some(({ name, final, tone }) => name === transition.to && final && tone !== "success");
  const withRole = (role: Role) => leading.filter((transition) => findRole(dialect, transition.by) === role);
  // Events that fire when the record is changed or read are not separate steps. Those that keep the state or end the
  // record without success, such as a cancellation, are offered but not waited for.
  const events = [
    ...new Set(
      withRole("user")
        .filter((transition) => state.tone !== "neutral" && leadsOn(transition))
        .filter((transition) => !transition.touches && !entity.calls?.["queue"]?.events.includes(transition.on))
        .map((transition) => transition.on),
    ),
  ];
  const start = Date.parse(since ?? "");
  const timed = leading.flatMap(({ by, on, to, after }): ClockStep[] => {
    if (by !== "clock") return [];
    const wait = after === undefined ? undefined : parseDurationMs(after);
    return wait === undefined || Number.isNaN(start) ? [] : [{ by: "clock", event: on, to, at: start + wait }];
  });
  const [end] = timed.toSorted((a, b) => a.at - b.at);
  const system = [...new Set(withRole("system").map(({ by }) => by))].map((actor) => ({
    by: "system" as const,
    actor,
    events: withRole("system").flatMap(({ by, on }) => (by === actor ? [on] : [])),
  }));
  const until = new Map(timed.map(({ event, at }) => [event, at]));
  return [
    ...(events.length > 0 ? [{ by: "user" as const, events, ...(end && { until: end.at }) }] : []),
    ...system.map((step) => (step.events.some((event) => until.has(event)) ? { ...step, until } : step)),
    ...timed.filter(({ event }) => !system.some(({ events }) => events.includes(event))),
  ];
}
