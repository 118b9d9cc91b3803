/** Bar with the number of selected rows and their actions. Fixed to the bottom of the screen, so that selecting moves no row. */
import { useMemo } from "react";
import { eventWord } from "../operation/record-actions.ts";
import type { Entity, Row } from "../model/entity.ts";
import { usePorts } from "../react/ports-context.tsx";
import { BulkDialog } from "./BulkDialog.tsx";
import { bulkActions } from "../operation/bulk-actions.ts";
import type { Selection } from "../operation/selection.ts";
import { useBulk } from "../operation/use-bulk.tsx";
import { useChosen } from "./use-selection.tsx";

export interface BarProps {
  entity: Entity;
  /** The list's request. */
  params: Row;
  selection: Selection;
  total?: number | undefined;
  onChanged(): void;
  /** Leaves the selection mode of cards. */
  onCancel?: (() => void) | undefined;
  /** Shows the bar also without selected rows. */
  always?: boolean | undefined;
}
export function SelectionBar({ entity, params, selection, total, onChanged, onCancel, always }: BarProps) {
  const { word, lang, granted } = usePorts();
  const { chosen, count } = useChosen(selection, total);
  const model = useBulk(entity, params, selection, onChanged);
  const actions = useMemo(() => bulkActions(entity, granted), [entity, granted]);
  const none = chosen.mode === "some" && count === 0;
  const every = chosen.mode === "all" && chosen.except.size === 0;
  return (
    <>
      {(!none || always) && (
        <div className="pt-chosen" role="region" aria-label={word("list.chosenBar")}>
          <span className="pt-chosen-count" role="status">
            {count === undefined ? word("list.chosenAll") : word("list.chosen", { count })}
          </span>
          {!every && total !== undefined && total > (count ?? 0) && (
            <button type="button" className="btn" data-small data-quiet onClick={() => selection.all()}>
              {word("list.chooseAll", { count: total })}
            </button>
          )}
          {actions.map((action, at) => (
            <button
              key={action.event}
              type="button"
              className="btn"
              data-small
              data-main={at === 0 || undefined}
              disabled={none}
              onClick={() => model.start(action)}
            >
              {eventWord(entity, action.event, lang)}
            </button>
          ))}
          <button
            type="button"
            className="btn"
            data-small
            data-quiet
            onClick={() => {
              selection.clear();
              onCancel?.();
            }}
          >
            {word("form.cancel")}
          </button>
        </div>
      )}
      <BulkDialog entity={entity} model={model} />
    </>
  );
}
