/** Number of orders that await the user, in total and by entity, for the menu badges and the page title. */
import { useMemo } from "react";
import { defineFigure } from "./figures.tsx";

export interface Approvals {
  total: number;
  /** Number of orders by entity name. */
  kinds: Readonly<Record<string, number>>;
}
/** Entity of the records that await the user. */
export const APPROVALS = "todo";
const pending = defineFigure("todo.list", { group: "entity" }, { list: [], labels: {}, groups: [] });

export const refreshApprovals = pending.refresh;

export function useApprovals(): Approvals {
  const { groups } = pending.use();
  return useMemo(() => {
    const kinds = Object.fromEntries((groups ?? []).map(({ value, count }) => [String(value), count]));
    return { total: Object.values(kinds).reduce((sum, count) => sum + count, 0), kinds };
  }, [groups]);
}
