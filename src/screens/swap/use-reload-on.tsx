import { useEffect, useRef } from "react";

/** Loads again whenever `turn` changes, but not on mount. */
export function useReloadOn(turn: unknown, reload: () => void): void {
  const loaded = useRef(turn);
  useEffect(() => {
    if (loaded.current === turn) return;
    loaded.current = turn;
    reload();
  }, [turn, reload]);
}
