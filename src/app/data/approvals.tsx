/** Orders that wait for the user, by kind: for the badges of the tabs and the page's title. */
import { useMemo } from "react";
import { defineFigure } from "./figures.tsx";

/** Maximum orders whose kinds are counted; the total is exact. */
const MAX_ORDERS = 100;

export interface Approvals {
  total: number;
  /** By entity. */
  kinds: Readonly<Record<string, number>>;
}
const pending = defineFigure("todo.list", { totals: 1, size: MAX_ORDERS }, { list: [], labels: {}, total: 0 });

export const refreshApprovals = pending.refresh;

export function useApprovals(): Approvals {
  const { list, total = 0 } = pending.use();
  return useMemo(() => {
    const kinds: Record<string, number> = {};
    for (const { entity } of list) kinds[entity] = (kinds[entity] ?? 0) + 1;
    return { total, kinds };
  }, [list, total]);
}
