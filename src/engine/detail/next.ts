/** What happens next to a record that is not at its end, read off its lifecycle. */
import type { Entity, Row, TransitionPlan } from "../model/entity.ts";
import { canTransition } from "../entity/transitions.ts";

/** Who is waited for. `merchant`: what a person may do; `clock`: what happens by itself, and when (milliseconds since the epoch). */
export type NextStep =
  | { by: "merchant"; events: string[] }
  | { by: "provider" }
  | { by: "clock"; event: string; to: string; at: number };

const UNITS = { W: 604_800_000, D: 86_400_000, H: 3_600_000, M: 60_000, S: 1_000 } as const;

/** Milliseconds of an ISO 8601 duration without months and years; nothing for those, whose length varies. */
function durationMs(text: string): number | undefined {
  const parts = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(text)?.slice(1);
  return parts && Object.values(UNITS).reduce((sum, unit, index) => sum + unit * Number(parts[index] ?? 0), 0);
}

/** The steps that lead on from where the record stands, entered at `since`. A state that ends well waits for nothing, though a bank may yet return the money. */
export function nextSteps(
  entity: Pick<Entity, "lifecycle"> & { calls?: Entity["calls"] },
  record: Row,
  since: string | undefined,
): NextStep[] {
  const state = entity.lifecycle?.states.find((one) => one.name === record[entity.lifecycle!.field]);
  if (!entity.lifecycle || !state || state.final || state.tone === "success") return [];
  const leading = entity.lifecycle.transitions.filter((one) => canTransition(one, state.name, record));
  const by = (who: TransitionPlan["by"]) => leading.filter((one) => one.by === who);
  // What a change of the record or its reading fires is nobody's turn.
  const events = [
    ...new Set(
      by("merchant")
        .filter((one) => !one.touches && !entity.calls?.["queue"]?.events.includes(one.on))
        .map((one) => one.on),
    ),
  ];
  const start = Date.parse(since ?? "");
  const timed = by("clock").flatMap(({ on, to, after }): NextStep[] => {
    const wait = after === undefined ? undefined : durationMs(after);
    return wait === undefined || Number.isNaN(start) ? [] : [{ by: "clock", event: on, to, at: start + wait }];
  });
  return [
    ...(events.length > 0 ? [{ by: "merchant" as const, events }] : []),
    ...(by("provider").length > 0 ? [{ by: "provider" as const }] : []),
    ...timed,
  ];
}
