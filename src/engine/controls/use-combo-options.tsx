/** An option of a combobox. */
import { useEffect, useMemo, useState } from "react";
import type { Row } from "../model/entity.ts";

export interface ComboOption {
  value: string;
  label: string;
  detail?: string;
  /** The option is disabled; `detail` gives the reason. */
  closed?: true;
  /** The record behind the option, for copies and fills. */
  row?: Row;
}
const TYPING_MS = 200;
const none: ComboOption[] = [];

/**
 * Loads the options for the typed text, debounced. Outdated responses are discarded. While new options load, those of
 * the same opening stay.
 */
export function useComboOptions(
  open: boolean,
  q: string,
  load: (q: string, signal: AbortSignal) => Promise<ComboOption[]>,
) {
  const [attempt, setAttempt] = useState(0);
  const opening = useMemo(() => ({ open }), [open]);
  const request = useMemo(() => ({ opening, q: q.trim(), load, attempt }), [opening, q, load, attempt]);
  const [got, setGot] = useState<{ request?: typeof request; options: ComboOption[]; failed: boolean }>({
    options: none,
    failed: false,
  });
  useEffect(() => {
    if (!request.opening.open) return;
    const abort = new AbortController();
    const answer = (options: ComboOption[], failed: boolean) => {
      if (!abort.signal.aborted) setGot({ request, options, failed });
    };
    const ask = () =>
      request.load(request.q, abort.signal).then(
        (options) => answer(options, false),
        () => answer(none, true),
      );
    const timer = setTimeout(ask, request.q === "" ? 0 : TYPING_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [request]);
  const state: "idle" | "loading" | "failed" = !open
    ? "idle"
    : got.request !== request
      ? "loading"
      : got.failed
        ? "failed"
        : "idle";
  return {
    options: open && got.request?.opening === opening ? got.options : none,
    state,
    retry: () => setAttempt(attempt + 1),
  };
}
