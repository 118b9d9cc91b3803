/** What a card of home shows: loaded on its own, kept while it is loaded again, asked again when the page comes back into view or online. */
import { useCallback, useEffect, useRef, useState } from "react";
import type { CallFailure } from "../../engine/index.ts";

export interface Loaded<T> {
  data?: T;
  failure?: CallFailure;
  /** When the data came, in ms of this machine's clock. */
  at?: number;
  reload(): void;
}
/** Older data is asked for again when the tab is looked at. */
const FRESH_MS = 30_000;

/** `every`: asked again after so many ms while somebody can see it; 0 never. */
export function useCard<T>(load: (signal: AbortSignal) => Promise<T>, every = 0): Loaded<T> {
  const [state, setState] = useState<Omit<Loaded<T>, "reload">>({});
  const [turn, setTurn] = useState(0);
  const reload = useCallback(() => setTurn((before) => before + 1), []);
  const at = useRef(0);
  useEffect(() => {
    const abort = new AbortController();
    // A first try that failed and is made again waits like the first one.
    setState((before) => (before.data === undefined ? {} : before));
    load(abort.signal).then(
      (data) => {
        if (abort.signal.aborted) return;
        at.current = Date.now();
        setState({ data, at: at.current });
      },
      (failure: CallFailure) => !abort.signal.aborted && setState((before) => ({ ...before, failure })),
    );
    return () => abort.abort();
  }, [load, turn]);
  useEffect(() => {
    const seen = () =>
      document.visibilityState === "visible" &&
      Date.now() - at.current > Math.min(FRESH_MS, every || FRESH_MS) &&
      reload();
    const timer =
      every > 0
        ? setInterval(() => document.visibilityState === "visible" && navigator.onLine && reload(), every)
        : undefined;
    document.addEventListener("visibilitychange", seen);
    window.addEventListener("online", reload);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", seen);
      window.removeEventListener("online", reload);
    };
  }, [every, reload]);
  return { ...state, reload };
}
