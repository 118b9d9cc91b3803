/** A figure that the shell shows on every page: asked every minute while somebody looks, and after what may have changed it. */
import { useSyncExternalStore } from "react";
import { observable } from "../client/observable.ts";
import { onSessionEnd, signedIn } from "../client/session.ts";

const EVERY_MS = 60_000;

export function polled<T>(first: T, ask: () => Promise<T>) {
  const known = observable(first);
  /** The newest word counts: what was asked before it says nothing any more. */
  let turn = 0;
  const note = (value: T): void => {
    turn += 1;
    known.set(value);
  };
  const refresh = (): void => {
    if (!signedIn() || document.visibilityState !== "visible") return;
    const mine = ++turn;
    ask().then(
      (value) => mine === turn && known.set(value),
      () => undefined,
    );
  };
  onSessionEnd(() => note(first));
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
    note,
    use: (): T => useSyncExternalStore(subscribe, known.get),
  };
}
