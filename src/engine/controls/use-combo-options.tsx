/** Loads and debounces the options of a combobox. */
import { useEffect, useId, useRef, useState } from "react";
import { useRead } from "../data/use-read.tsx";
import type { Row } from "../model/entity.ts";

export interface ComboOption {
  value: string;
  label: string;
  detail?: string | undefined;
  /** Disables the option; `detail` gives the reason. */
  closed?: true;
  /** The record behind the option, used for copies and fills. */
  row?: Row;
}
const TYPING_MS = 200;

/**
 * Loads the options for the typed text, debounced. Stale responses are discarded. The previous options stay until new
 * ones arrive, unless the list was reopened or loading failed.
 */
export function useComboOptions(
  open: boolean,
  q: string,
  load: (q: string, signal: AbortSignal) => Promise<ComboOption[]>,
) {
  const id = useId();
  const opening = useTurn(open);
  const version = useTurn(load);
  const search = q.trim();
  const request = `${opening} ${version} ${search}`;
  const [settled, setSettled] = useState<string>();
  useEffect(() => {
    if (!open) return undefined;
    const timer = setTimeout(() => setSettled(request), search === "" ? 0 : TYPING_MS);
    return () => clearTimeout(timer);
  }, [open, request, search]);
  const { data, failure, reload } = useRead(
    ["options", id, request],
    async (signal) => ({ opening, request, options: await load(search, signal) }),
    { enabled: open && settled === request, onFocus: false },
  );
  const latest = useRef(data);
  latest.current = data ?? latest.current;
  const shown = open && !failure && latest.current?.opening === opening ? latest.current.options : none;
  const state: "idle" | "loading" | "failed" = !open || data ? "idle" : failure ? "failed" : "loading";
  return { options: shown, state, retry: reload };
}
const none: ComboOption[] = [];

/** Returns how many times a value has changed. */
function useTurn(value: unknown): number {
  const turn = useRef({ value, count: 0 });
  if (turn.current.value !== value) turn.current = { value, count: turn.current.count + 1 };
  return turn.current.count;
}
