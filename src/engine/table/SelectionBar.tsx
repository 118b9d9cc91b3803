/**
 * Bar with the number of selected rows and their actions. It is fixed to the bottom of the screen, so that selecting
 * does not move rows.
 */
import { Copy } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import type { ListState } from "../data/list-state.tsx";
import { exportTable, listHeaders } from "../export/table.ts";
import { sumRows } from "../operation/bulk.ts";
import { findEventLabel } from "../operation/record-actions.ts";
import type { Entity, Row } from "../model/entity.ts";
import type { Labels } from "../model/wire.ts";
import { usePorts } from "../react/ports-context.tsx";
import { BulkDialog } from "./BulkDialog.tsx";
import { listBulkActions } from "../operation/bulk-actions.ts";
import type { Chosen, Selection } from "../operation/selection.ts";
import { useBulk } from "../operation/use-bulk.tsx";
import { Sums } from "./Pager.tsx";
import { formatRows, useCopy } from "./use-copy.tsx";
import { useChosen } from "./use-selection.tsx";

export interface BarProps {
  entity: Entity;
  /** Request parameters of the list: filters, sort order and preset. */
  params: Row;
  selection: Selection;
  total?: number | undefined;
  /** Sums over the whole result, computed by the server. */
  sums?: ListState["sums"];
  /** Names of the table's visible columns. */
  columns: readonly string[];
  labels: Labels;
  /** Button that exports the selected rows. */
  exportMenu?: ReactNode;
  onChanged(): void;
  /** Called after Cancel has cleared the selection, to leave the selection mode of cards. */
  onCancel?: (() => void) | undefined;
  /** Whether the bar is shown even when no rows are selected. */
  always?: boolean | undefined;
}
export function SelectionBar(props: BarProps) {
  const { entity, params, selection, total, sums, columns, labels, exportMenu, onChanged, onCancel, always } = props;
  const { t, lang, granted } = usePorts();
  const { chosen, count } = useChosen(selection, total);
  const model = useBulk(entity, params, selection, onChanged);
  const actions = useMemo(() => listBulkActions(entity, granted), [entity, granted]);
  const selected = useMemo(() => sumSelected(entity, chosen, sums), [entity, chosen, sums]);
  const none = chosen.mode === "some" && count === 0;
  const format = (key: string, number: number) => t(key, { count: number, unit: entity.unit(number, lang) });
  return (
    <>
      {(!none || always) && (
        <div className="pt-chosen" role="region" aria-label={t("list.chosenBar")}>
          <span className="pt-chosen-count" role="status">
            {count === undefined ? t("list.chosenAll") : format("list.chosen", count)}
          </span>
          <Sums entity={entity} sums={selected} label={t("list.chosenSums")} />
          {total !== undefined && total > (count ?? 0) && (
            <button type="button" className="btn" data-small data-quiet onClick={() => selection.all()}>
              {format("list.chooseAll", total)}
            </button>
          )}
          {chosen.mode === "some" && !none && <CopyButton {...{ entity, columns, labels, selection }} />}
          {!none && exportMenu}
          {actions.map((action, index) => (
            <button
              key={action.event}
              type="button"
              className="btn"
              data-small
              data-main={index === 0 || undefined}
              disabled={none}
              onClick={() => model.start(action)}
            >
              {findEventLabel(entity, action.event, lang)}
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
            {t("form.cancel")}
          </button>
        </div>
      )}
      <BulkDialog entity={entity} model={model} />
    </>
  );
}

/** Copies the selected rows with their header, unless all records of the list are selected. */
function CopyButton({
  entity,
  columns,
  labels,
  selection,
}: Pick<BarProps, "entity" | "columns" | "labels" | "selection">) {
  const { t, lang } = usePorts();
  // Collects the labels of all pages loaded so far, because rows of other pages may be selected as well.
  const known = useRef<Labels>({});
  useEffect(() => {
    for (const [field, texts] of Object.entries(labels)) known.current[field] = { ...known.current[field], ...texts };
  }, [labels]);
  const copyRows = useCopy(() => {
    const chosen = selection.snapshot();
    if (chosen.mode === "all" || chosen.rows.size === 0) return undefined;
    const table = exportTable(entity, columns, lang, (field, value) => known.current[field.name]?.[value]);
    const count = chosen.rows.size;
    return {
      content: formatRows(table, [...chosen.rows.values()], listHeaders(table)),
      message: t("list.rowsCopied", { count, unit: entity.unit(count, lang) }),
    };
  });
  return (
    <button type="button" className="btn" data-small data-quiet onClick={copyRows}>
      <Copy size={14} strokeWidth={1.75} aria-hidden />
      {t("list.copyRows")}
    </button>
  );
}

/**
 * Returns the sums of the selected rows by field and currency. Undefined when all rows except some are selected,
 * because not all of them are loaded.
 */
function sumSelected(entity: Entity, chosen: Chosen, all: ListState["sums"]): ListState["sums"] {
  if (chosen.mode === "all") return chosen.except.size === 0 ? all : undefined;
  return sumRows(entity, [...chosen.rows.values()]);
}
