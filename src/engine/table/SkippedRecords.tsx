import { usePorts } from "../react/ports-context.tsx";
import type { BulkPlan } from "../operation/bulk.ts";

/** Lists the records that a bulk action skips, by reason. */
export function SkippedRecords({ skipped }: { skipped: BulkPlan["skipped"] }) {
  const { word } = usePorts();
  if (skipped.size === 0) return null;
  const count = [...skipped.values()].flat().length;
  return (
    <div className="pt-skipped">
      <p>{word("list.bulkSkipped", { count })}</p>
      {[...skipped].map(([reason, ids]) => (
        <details key={reason}>
          <summary>{word("list.bulkReason", { reason, count: ids.length })}</summary>
          <p>{ids.join(word("filter.join"))}</p>
        </details>
      ))}
    </div>
  );
}
