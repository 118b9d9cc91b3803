/**
 * Bar that decides the selected rows of an inbox together. Shows their number, their sums and the events to choose
 * from.
 */
import type { CallPlan, Entity } from "../model/entity.ts";
import { Sums } from "../table/Pager.tsx";
import { BulkDialog } from "../table/BulkDialog.tsx";
import { useChosen } from "../table/use-selection.tsx";
import type { ListPage } from "../table/use-list-page.tsx";
import { sumRows } from "../operation/bulk.ts";
import type { BulkAction } from "../operation/bulk-actions.ts";
import { findEventLabel } from "../operation/record-actions.ts";
import { useBulk } from "../operation/use-bulk.tsx";
import { usePorts } from "../react/ports-context.tsx";
import type { InboxPlan } from "../view-types/inbox.ts";
import { createFlagLoader } from "./use-remarks.tsx";

interface DecisionsProps {
  entity: Entity;
  /** Id of the view. */
  id: string;
  plan: InboxPlan;
  list: ListPage;
  onDone(): void;
}
export function Decisions({ entity, id, plan, list: { state, selection, request }, onDone }: DecisionsProps) {
  const ports = usePorts();
  const { t, lang } = ports;
  const { chosen, count = 0 } = useChosen(selection, state.total);
  const model = useBulk(entity, request, selection, onDone);
  const open = state.rows.filter((row) => plan.decide.of.includes(String(row[plan.next])));
  const rows = chosen.mode === "some" ? [...chosen.rows.values()] : open;
  const sums = sumRows(entity, rows);
  const start = async ({ name, needs }: InboxPlan["decide"]["events"][number]) => {
    const call = await ports.callNamed?.(plan.decide.call);
    if (call)
      model.start({
        ...buildAction({ event: name, needs }, call),
        flag: createFlagLoader(ports, { entity, id, plan }),
      });
  };
  if (open.length === 0 && count === 0) return <BulkDialog entity={entity} model={model} />;
  return (
    <div className="pv-decide" role="region" aria-label={t("list.chosenBar")}>
      <label>
        <input
          type="checkbox"
          checked={count > 0 && count === open.length}
          ref={(box) => void (box && (box.indeterminate = count > 0 && count < open.length))}
          onChange={(event) => selection.set(open, event.target.checked)}
        />
        {count > 0
          ? t("list.chosen", { count, unit: entity.unit(count, lang) })
          : t("list.chooseAll", { count: open.length, unit: entity.unit(open.length, lang) })}
      </label>
      {state.total !== undefined && state.total > Math.max(count, open.length) && (
        <button type="button" className="btn" data-small data-quiet onClick={() => selection.all()}>
          {t("list.chooseAll", { count: state.total, unit: entity.unit(state.total, lang) })}
        </button>
      )}
      {count > 0 && <Sums entity={entity} sums={sums} label={t("list.chosenSums")} />}
      {count > 0 &&
        plan.decide.events.map((event, index) => (
          <button
            key={event.name}
            type="button"
            className="btn"
            data-small
            data-main={index === 0 || undefined}
            data-event={event.name}
            onClick={() => void start(event)}
          >
            {t("list.bulkGo", {
              action: findEventLabel(entity, event.name, lang),
              count,
              unit: entity.unit(count, lang),
            })}
          </button>
        ))}
      <BulkDialog entity={entity} model={model} />
    </div>
  );
}

/**
 * Returns the action that fires an event with the view's call. It sets no step-up, because the required one depends on
 * each record's own events.
 */
const buildAction = (
  { event, needs }: Pick<BulkAction, "event" | "needs">,
  { method, path }: Pick<CallPlan, "method" | "path">,
): BulkAction => ({ event, call: { method, path }, from: new Set(), needs, stepUp: undefined });
