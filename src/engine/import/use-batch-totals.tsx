import { useMemo } from "react";
import { type BatchTotals, computeBatchTotals } from "./totals.ts";
import type { ImportRow } from "./rows.ts";
import { listSendable } from "./records.ts";
import type { ImportModel } from "./use-import.tsx";

/** Returns the valid rows that are not excluded, and their totals. */
export function useBatchTotals({ entity, rows, factsFor }: ImportModel): { good: ImportRow[]; totals: BatchTotals } {
  const { all, left } = rows;
  return useMemo(() => {
    const good = listSendable(all, left);
    const records = good.map((row) => row.value);
    return { good, totals: computeBatchTotals(entity, records, factsFor) };
  }, [entity, all, left, factsFor]);
}
