/** Number of orders that await the user, in total and by entity, for the menu badges and the page title. */
import { useMemo } from "react";
import { defineFigure } from "./figures.tsx";

/** Maximum number of orders loaded to count them by entity. `total` is exact beyond it. */
const MAX_ORDERS = 100;

export interface Approvals {
  total: number;
  /** Number of orders by entity name, among the first `MAX_ORDERS`. */
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
