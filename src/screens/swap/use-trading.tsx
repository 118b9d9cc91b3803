/** Whether the market deals, and how long until that changes; asked again when it should have. */
import { useEffect, useState } from "react";
import { call } from "../../client/call.ts";
import type { CallAnswer } from "../../contract/calls.ts";
import { useSeconds } from "./use-seconds.tsx";

export interface Trading {
  open: boolean;
  opensAt: string;
  sandbox: boolean;
  yearKnown: boolean;
  /** Seconds until the market opens, or closes. */
  seconds: number;
}
/** Longest time that a browser's timer may be asked for. */
const LONGEST_MS = 3_600_000;
/** The clock of a sandbox may be moved: a closed market is looked at again. */
const LOOK_MS = 20_000;
/** So soon it is asked again where no answer came at all. */
const RETRY_MS = 5_000;

/** Undefined until it is known. `turn`: asked anew when it changes. */
export function useTrading(turn: unknown): Trading | undefined {
  const [state, setState] = useState<{ map: CallAnswer<"swapTime">; changesAt: number }>();
  const [count, setCount] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    void (async () => {
      const map = await call("swapTime", {}, { signal: abort.signal, passive: count > 0 }).catch(() => undefined);
      if (abort.signal.aborted) return;
      if (map) setState({ map, changesAt: performance.now() + map.changesInMs });
      else timer = setTimeout(() => setCount((old) => old + 1), RETRY_MS);
    })();
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [turn, count]);
  useEffect(() => {
    if (!state) return;
    const wait = Math.min(Math.max(state.changesAt - performance.now(), 500), state.map.open ? LONGEST_MS : LOOK_MS);
    const timer = setTimeout(() => setCount((old) => old + 1), wait);
    return () => clearTimeout(timer);
  }, [state]);
  const seconds = useSeconds(state?.changesAt);
  return (
    state && {
      open: state.map.open,
      opensAt: state.map.opensAt,
      sandbox: state.map.sandbox,
      yearKnown: state.map.yearKnown,
      seconds,
    }
  );
}
