/** Whether the person is still where an answer was awaited: a late one is told, and moves nobody. */
import { useCallback, useEffect, useRef } from "react";

export function useHere(): () => boolean {
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => void (here.current = false);
  }, []);
  return useCallback(() => here.current, []);
}
