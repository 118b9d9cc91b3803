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
      {[...skipped].map(([reason, names]) => (
        <details key={reason}>
          <summary>
            {t("list.bulkReason", { reason, count: names.length, unit: entity.unit(names.length, lang) })}
          </summary>
          <p>{names.join(t("filter.join"))}</p>
        </details>
      ))}
    </div>
  );
}
