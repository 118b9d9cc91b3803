import { useEffect, useRef } from "react";

/** Calls `reload` whenever `turn` changes, except on mount. */
export function useReloadOn(turn: unknown, reload: () => void): void {
  const loaded = useRef(turn);
  useEffect(() => {
    if (loaded.current === turn) return;
    loaded.current = turn;
    reload();
  }, [turn, reload]);
}
