/** Aborts work of a component when newer work replaces it. */
import { useEffect, useMemo, useRef } from "react";

/**
 * Returns `begin`, which aborts the previous work and returns the signal for the new one, and `abort`. Unmounting
 * aborts as well.
 */
export function useAbort(): { begin(): AbortSignal; abort(): void } {
  const running = useRef<AbortController>(undefined);
  const work = useMemo(
    () => ({
      begin(): AbortSignal {
        running.current?.abort();
        running.current = new AbortController();
        return running.current.signal;
      },
      abort: () => running.current?.abort(),
    }),
    [],
  );
  useEffect(() => work.abort, [work]);
  return work;
}
