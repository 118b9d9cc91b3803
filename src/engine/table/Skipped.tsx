/** Rows that an action leaves alone. */
import { usePorts } from "../ports-context.tsx";
import type { BulkPlan } from "./bulk.ts";

/** Which rows the action leaves alone, and why. */
export function Skipped({ skipped }: { skipped: BulkPlan["skipped"] }) {
  const { word } = usePorts();
  if (skipped.size === 0) return null;
  const count = [...skipped.values()].flat().length;
  return (
    <details className="pt-skipped">
      <summary>{word("list.bulkSkipped", { count })}</summary>
      <dl>
        {[...skipped].map(([reason, ids]) => (
          <div key={reason}>
            <dt>{word("list.bulkReason", { reason, count: ids.length })}</dt>
            <dd>{ids.join(word("filter.join"))}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
