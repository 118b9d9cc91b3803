/** Whether the market deals, and how long until that changes; asked again when it should have. */
import { useEffect, useState } from "react";
import type { CallResult } from "../../engine/index.ts";
import { usePorts } from "../../engine/ui.tsx";
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
  const ports = usePorts();
  const [state, setState] = useState<{ map: CallResult; changesAt: number }>();
  const [count, setCount] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    void (async () => {
      const way = (await ports.callNamed?.("swapTime"))!;
      const map = await ports.call(way, undefined, { signal: abort.signal, passive: count > 0 }).catch(() => undefined);
      if (abort.signal.aborted) return;
      if (map) setState({ map, changesAt: performance.now() + Number(map.changesInMs) });
      else timer = setTimeout(() => setCount((old) => old + 1), RETRY_MS);
    })();
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [ports, turn, count]);
  useEffect(() => {
    if (!state) return;
    const wait = Math.min(Math.max(state.changesAt - performance.now(), 500), state.map.open ? LONGEST_MS : LOOK_MS);
    const timer = setTimeout(() => setCount((old) => old + 1), wait);
    return () => clearTimeout(timer);
  }, [state]);
  const seconds = useSeconds(state?.changesAt);
  return (
    state && {
      open: state.map.open === true,
      opensAt: String(state.map.opensAt),
      sandbox: state.map.sandbox === true,
      yearKnown: state.map.yearKnown !== false,
      seconds,
    }
  );
}
