/** Polls a displayed record that is waiting for a provider. */
import { useEffect, useRef } from "react";
import type { Entity } from "../model/entity.ts";
import { listNextSteps } from "./next-step.ts";
import type { DetailResponse } from "../model/wire.ts";

/**
 * Shortest and longest polling interval in milliseconds. A simulated bank responds within seconds, a real one within
 * hours.
 */
const FIRST_MS = 3_000;
const LONGEST_MS = 60_000;
/** Maximum number of polls without a change. Polling then stops, so that an idle session can expire. */
const MAX_POLLS = 8;

interface PendingPoll {
  /** False while the user edits the record. */
  on: boolean;
  entity: Entity;
  loaded: DetailResponse | undefined;
  reload(): void;
  /** Called when the record has a new timeline entry, which makes the list next to it stale. */
  onChanged(): void;
}
export function usePendingPoll({ on, entity, loaded, reload, onChanged }: PendingPoll): void {
  const seen = useRef<{ id: unknown; steps: number; polls: number }>(undefined);
  const onChangedRef = useRef(onChanged);
  onChangedRef.current = onChanged;
  useEffect(() => {
    if (!loaded) return undefined;
    const id = loaded.record[entity.key];
    const steps = loaded.timeline.length;
    const before = seen.current?.id === id ? seen.current : undefined;
    const same = before?.steps === steps;
    const polls = before && same ? before.polls + 1 : 0;
    seen.current = { id, steps, polls };
    if (before && !same) onChangedRef.current();
    if (
      !on ||
      polls >= MAX_POLLS ||
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
