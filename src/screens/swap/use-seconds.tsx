/** Whole seconds until a moment of `performance.now()`, counted down; 0 when it is over or there is none. */
import { useCallback, useSyncExternalStore } from "react";

export function useSeconds(until: number | undefined): number {
  const left = useCallback(() => (until === undefined ? 0 : Math.max(0, until - performance.now())), [until]);
  const subscribe = useCallback(
    (changed: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const wait = () => {
        if (left() <= 0) return;
        // To the edge of the next second, so that the figure changes when the second does.
        timer = setTimeout(
          () => {
            changed();
            wait();
          },
          (left() % 1_000) + 4,
        );
      };
      wait();
      return () => clearTimeout(timer);
    },
    [left],
  );
  return useSyncExternalStore(subscribe, () => Math.ceil(left() / 1_000));
}
