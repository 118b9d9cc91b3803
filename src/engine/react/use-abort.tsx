/** Work of a component that a newer one replaces. */
import { useEffect, useMemo, useRef } from "react";

/** Returns `begin`, which aborts the work before and gives the signal of the new one, and `abort`. Unmounting aborts. */
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
