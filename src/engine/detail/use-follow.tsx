/** Keeps a record that waits for somebody else up to date while a person looks at it. */
import { useEffect, useRef } from "react";
import type { Entity } from "../model/entity.ts";
import { nextSteps } from "./next.ts";
import type { RecordAnswer } from "../model/wire.ts";

/** A simulated bank answers within seconds, a real one within hours: asked soon at first, then ever more rarely. */
const FIRST_MS = 3_000;
const LONGEST_MS = 60_000;
/** Then it waits to be looked at again: a page that asks for ever would keep its session from ending. */
const MOST_ASKS = 8;

interface Followed {
  /** Not while a person changes it. */
  on: boolean;
  entity: Entity;
  loaded: RecordAnswer | undefined;
  reload(): void;
  /** The record moved on: the list beside it is old. */
  onChanged(): void;
}
export function useFollow({ on, entity, loaded, reload, onChanged }: Followed): void {
  const seen = useRef<{ id: unknown; steps: number; asked: number }>(undefined);
  const tell = useRef(onChanged);
  tell.current = onChanged;
  useEffect(() => {
    if (!loaded) return undefined;
    const id = loaded.record[entity.key];
    const steps = loaded.timeline.length;
    const before = seen.current?.id === id ? seen.current : undefined;
    const same = before?.steps === steps;
    const asked = before && same ? before.asked + 1 : 0;
    seen.current = { id, steps, asked };
    if (before && !same) tell.current();
    if (
      !on ||
      asked >= MOST_ASKS ||
      !nextSteps(entity, loaded.record, undefined).some((step) => step.by === "provider")
    )
      return undefined;
    const timer = setTimeout(
      () => document.visibilityState === "visible" && reload(),
      Math.min(FIRST_MS * 2 ** asked, LONGEST_MS),
    );
    return () => clearTimeout(timer);
  }, [on, entity, loaded, reload]);
  // What changed elsewhere shows when the person comes back.
  useEffect(() => {
    const back = () => document.visibilityState === "visible" && on && reload();
    document.addEventListener("visibilitychange", back);
    return () => document.removeEventListener("visibilitychange", back);
  }, [on, reload]);
}
