/** How many orders wait for this person on each page of the menu. */
import { useMemo } from "react";
import { useApprovals } from "./approvals.ts";
import { placeOf } from "./place.ts";

/** Page paths to counts; pages where nothing waits are not in it. */
export function useWaiting(): ReadonlyMap<string, number> {
  const { kinds } = useApprovals();
  return useMemo(() => {
    const found = new Map<string, number>();
    for (const [entity, count] of Object.entries(kinds)) {
      const path = placeOf(entity, "list")?.href.split("?")[0];
      if (path) found.set(path, (found.get(path) ?? 0) + count);
    }
    return found;
  }, [kinds]);
}
