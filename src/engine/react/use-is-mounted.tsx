import { useCallback, useEffect, useRef } from "react";

/**
 * Returns a function that tells whether the component is still mounted. Check it after every await, and report a late
 * result as a notification instead of navigating.
 * @example
 * const isMounted = useIsMounted();
 * const response = await ports.call({ method: "GET", path: "/issues" });
 * if (!isMounted()) ports.notify("info", String(response["message"]));
 */
export function useIsMounted(): () => boolean {
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => void (here.current = false);
  }, []);
  return useCallback(() => here.current, []);
}
