/** A figure that the shell shows on every page: asked every minute while somebody looks, and after what may have changed it. */
import { useSyncExternalStore } from "react";
import { observable } from "../client/observable.ts";
import { signedIn } from "../client/session.ts";

const EVERY_MS = 60_000;

export function polled<T>(first: T, ask: () => Promise<T>) {
  const known = observable(first);
  const refresh = (): void => {
    if (signedIn() && document.visibilityState === "visible") ask().then(known.set, () => undefined);
  };
  let watchers = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  const subscribe = (listener: () => void): (() => void) => {
    const stop = known.subscribe(listener);
    watchers += 1;
    if (watchers === 1) {
      timer = setInterval(refresh, EVERY_MS);
      document.addEventListener("visibilitychange", refresh);
    }
    return () => {
      stop();
      watchers -= 1;
      if (watchers > 0) return;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refresh);
    };
  };
  return {
    /** Asks again now; a failure leaves what was known. */
    refresh,
    /** What an answer has said by the way. */
    note: known.set,
    use: (): T => useSyncExternalStore(subscribe, known.get),
  };
}
