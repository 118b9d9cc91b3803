/** Number of orders awaiting the user, for each page of the menu. */
import { useMemo } from "react";
import { useApprovals } from "../data/approvals.tsx";
import { findPageLink } from "../routing/page-links.ts";

/** Returns the counts by page path. Pages without waiting orders are absent. */
export function useWaitingCounts(): ReadonlyMap<string, number> {
  const { kinds } = useApprovals();
  return useMemo(() => {
    const found = new Map<string, number>();
    for (const [entity, count] of Object.entries(kinds)) {
      const path = findPageLink(entity, "list")?.href.split("?")[0];
      if (path) found.set(path, (found.get(path) ?? 0) + count);
    }
    return found;
  }, [kinds]);
}
