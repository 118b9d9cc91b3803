/** Whole seconds until a `performance.now()` timestamp, as a countdown; 0 when it has passed or is undefined. */
import { useCallback, useSyncExternalStore } from "react";

export function useSeconds(until: number | undefined): number {
  const left = useCallback(() => (until === undefined ? 0 : Math.max(0, until - performance.now())), [until]);
  const subscribe = useCallback(
    (changed: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const wait = () => {
        if (left() <= 0) return;
        // Fires at the boundary of the next second.
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
