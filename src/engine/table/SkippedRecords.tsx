import type { Entity } from "../model/entity.ts";
import { usePorts } from "../react/ports-context.tsx";
import type { BulkPlan } from "../operation/bulk.ts";

/** Lists the records that a bulk action skips, by reason. */
export function SkippedRecords({ entity, skipped }: { entity: Entity; skipped: BulkPlan["skipped"] }) {
  const { t, lang } = usePorts();
  if (skipped.size === 0) return null;
  const count = [...skipped.values()].flat().length;
  return (
    <div className="pt-skipped">
      <p>{t("list.bulkSkipped", { count, unit: entity.unit(count, lang) })}</p>
      {[...skipped].map(([reason, ids]) => (
        <details key={reason}>
          <summary>{t("list.bulkReason", { reason, count: ids.length, unit: entity.unit(ids.length, lang) })}</summary>
          <p>{ids.join(t("filter.join"))}</p>
        </details>
      ))}
    </div>
  );
}
