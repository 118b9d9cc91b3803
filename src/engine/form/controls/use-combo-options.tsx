import { useCallback, useEffect, useState } from "react";
import type { Row } from "../../entity/entity.ts";

export interface ComboOption {
  value: string;
  label: string;
  detail?: string;
  /** The record behind the option, for copies and fills. */
  row?: Row;
}
const TYPING_MS = 200;
const none: ComboOption[] = [];

/** Loads the options for what is typed; older answers never overtake newer ones. Old options stay while new ones load. */
export function useComboOptions(open: boolean, q: string, load: (q: string, signal: AbortSignal) => Promise<ComboOption[]>) {
  const [options, setOptions] = useState(none);
  const [state, setState] = useState<"idle" | "loading" | "failed">("idle");
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!open) {
      setOptions(none);
      setState("idle");
      return;
    }
    const abort = new AbortController();
    setState("loading");
    const timer = setTimeout(
      () =>
        load(q.trim(), abort.signal).then(
          (found) => {
            if (abort.signal.aborted) return;
            setOptions(found);
            setState("idle");
          },
          () => {
            if (!abort.signal.aborted) setState("failed");
          },
        ),
      q === "" ? 0 : TYPING_MS,
    );
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [open, q, load, attempt]);
  return { options, state, retry: useCallback(() => setAttempt((count) => count + 1), []) };
}
