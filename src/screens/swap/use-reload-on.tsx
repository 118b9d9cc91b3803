import { useEffect, useRef } from "react";

/** Calls `reload` whenever `turn` changes, except on mount. */
export function useReloadOn(reloadKey: unknown, reload: () => void): void {
  const loaded = useRef(reloadKey);
  useEffect(() => {
    if (loaded.current === reloadKey) return;
    loaded.current = reloadKey;
    reload();
  }, [reloadKey, reload]);
}
