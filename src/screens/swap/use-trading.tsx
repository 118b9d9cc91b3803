/** Market hours: whether the market is open, and the time until that changes. */
import { useEffect } from "react";
import { call } from "@portolan/engine/app";
import { useRead } from "@portolan/engine/ui";
import { useReloadOn } from "./use-reload-on.tsx";
import { useSeconds } from "./use-seconds.tsx";

export interface Trading {
  open: boolean;
  opensAt: string;
  yearKnown: boolean;
  /** Seconds until the market opens or closes. */
  seconds: number;
}
/** Maximum time between two loads while the market is open, in ms. */
const LONGEST_MS = 3_600_000;
/** Poll interval while the market is closed, in ms. A sandbox clock may be moved forward. */
const LOOK_MS = 20_000;
/** Delay before a failed load is retried, in ms. */
const RETRY_MS = 5_000;

/** Loads the market hours, and reloads them when they are due to change or `turn` changes. Undefined until loaded. */
export function useTrading(reloadKey: unknown): Trading | undefined {
  const { data, failure, reload } = useRead(["swapTime"], async (signal, isRepeat) => {
    const map = await call("swapTime", {}, { signal, passive: isRepeat });
    return { map, changesAt: performance.now() + map.changesInMs };
  });
  useReloadOn(reloadKey, reload);
  useEffect(() => {
    if (!data && !failure) return undefined;
    const left = data ? Math.max(data.changesAt - performance.now(), 500) : 0;
    const wait = failure || !data ? RETRY_MS : Math.min(left, data.map.open ? LONGEST_MS : LOOK_MS);
    const timer = setTimeout(reload, wait);
    return () => clearTimeout(timer);
  }, [data, failure, reload]);
  const seconds = useSeconds(data?.changesAt);
  if (!data) return undefined;
  const { open, opensAt, yearKnown } = data.map;
  return { open, opensAt, yearKnown, seconds };
}
