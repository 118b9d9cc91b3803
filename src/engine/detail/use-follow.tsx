/** Polls a displayed record that is waiting for a provider. */
import { useEffect, useRef } from "react";
import type { Entity } from "../model/entity.ts";
import { listNextSteps } from "./next-step.ts";
import type { RecordAnswer } from "../model/wire.ts";

/**
 * Shortest and longest polling interval in milliseconds. A simulated bank responds within seconds, a real one within
 * hours.
 */
const FIRST_MS = 3_000;
const LONGEST_MS = 60_000;
/** Maximum number of polls without a change. Polling then stops, so that an idle session can expire. */
const MOST_ASKS = 8;

interface Followed {
  /** False while the user edits the record. */
  on: boolean;
  entity: Entity;
  loaded: RecordAnswer | undefined;
  reload(): void;
  /** Called when the record has a new timeline entry, which makes the list next to it stale. */
  onChanged(): void;
}
export function useFollow({ on, entity, loaded, reload, onChanged }: Followed): void {
  const seen = useRef<{ id: unknown; steps: number; polls: number }>(undefined);
  const tell = useRef(onChanged);
  tell.current = onChanged;
  useEffect(() => {
    if (!loaded) return undefined;
    const id = loaded.record[entity.key];
    const steps = loaded.timeline.length;
    const before = seen.current?.id === id ? seen.current : undefined;
    const same = before?.steps === steps;
    const polls = before && same ? before.polls + 1 : 0;
    seen.current = { id, steps, polls };
    if (before && !same) tell.current();
    if (
      !on ||
      polls >= MOST_ASKS ||
      !listNextSteps(entity, loaded.record, undefined).some((step) => step.by === "system")
    )
      return undefined;
    const timer = setTimeout(
      () => document.visibilityState === "visible" && reload(),
      Math.min(FIRST_MS * 2 ** polls, LONGEST_MS),
    );
    return () => clearTimeout(timer);
  }, [on, entity, loaded, reload]);
}
