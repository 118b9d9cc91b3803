/**
 * A list as a table of inputs with a line for each row and totals in its footer. It uses native inputs in a native
 * table: Tab moves through the cells, and screen readers announce the column, row and error of each. On phones the rows
 * are cards.
 */
import "./grid.css";
import { memo, type ReactNode, useCallback, useMemo, useState, useSyncExternalStore } from "react";
import { useForm } from "../../controls/model.tsx";
import type { ListNode } from "../../form-store/nodes.ts";
import { LongRows } from "../../grid/LongRows.tsx";
import { findEdges } from "../../grid/range.ts";
import { Panel } from "../../overlay/Panel.tsx";
import { useWidth } from "../../react/use-width.tsx";
import { ListFrame } from "../list-templates.tsx";
import { AddMany } from "./AddMany.tsx";
import { GridRow } from "./GridRow.tsx";
import { CardTotals, GridFoot } from "./GridTotals.tsx";
import { handleGridKey } from "./grid-keys.tsx";
import type { GridModel } from "./grid-model.tsx";
import { isEditable } from "./paste.ts";
import { useGrid } from "./use-grid.tsx";

/** Number of rows up to which all are rendered. Of longer lists, only the rows in view are rendered. */
const MAX_RENDERED = 60;
/** Height of a line without a message, in pixels. */
const LINE = 41;
/** Minimum width of a column in pixels. */
const MIN_WIDTH = 96;
/** Combined width of the number and button columns in pixels. */
const EDGES = 44 + 48;

/** Renders a list as a grid. `children` is the list as cards, for phones. */
export function Grid({ list, children }: { list: ListNode; children: ReactNode }) {
  const { entity } = useForm();
  const phone = useWidth() === "phone";
  const totals = entity.form.grids?.[list.field.name]?.totals ?? [];
  const columns = list.field.items ?? [];
  if (!phone) return <GridTable list={list} totals={totals} />;
  return (
    <>
      {children}
      <CardTotals list={list} columns={columns} totals={totals} />
    </>
  );
}

function GridTable({ list, totals }: { list: ListNode; totals: readonly string[] }) {
  const { ports, spec } = useForm();
  const view = useSyncExternalStore(list.subscribe, list.getView);
  const columns = useMemo(() => list.field.items ?? [], [list]);
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const { model, scroller } = useGrid(list, columns, frame);
  const { label, help } = spec(list.field);
  const width = EDGES + columns.reduce((sum, { kind }) => sum + Math.max(MIN_WIDTH, kind.width), 0);
  const edges = model.range && findEdges(model.range);
  const onRemove = useCallback((index: number) => model.remove(index), [model]);
  const renderRow = (index: number, measure?: (row: HTMLElement | null) => void) => {
    const row = list.rows[index];
    const isChosen = edges !== undefined && index >= edges.top && index <= edges.bottom;
    const [left, right] = isChosen ? [edges.left, edges.right] : [];
    return row && <GridRow key={row.id} {...{ row, index, label, columns, left, right, measure, onRemove }} />;
  };
  return (
    <ListFrame
      id={list.id}
      label={label}
      help={help}
      error={view.error}
      required={view.demanded || list.field.required || Number(list.field.schema.minItems ?? 0) > 0}
      add={model.room > 0 ? { text: ports.t("form.addRow", { label }), run: () => model.add() } : undefined}
      more={model.room > 0 && <Several list={list} model={model} />}
    >
      <div className="pg" data-windowed={list.rows.length > MAX_RENDERED || undefined} hidden={list.rows.length === 0}>
        <GridKeys id={`${list.id}-keys`} model={model} />
        {/* Focused while a range begins in a cell without an input. */}
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the inputs inside */}
        <div ref={setFrame} className="pg-scroll" tabIndex={-1} onKeyDown={(event) => handleGridKey(event, model)}>
          <table
            className="pg-table"
            style={{ minWidth: width }}
            aria-label={label}
            aria-describedby={`${list.id}-keys`}
            aria-rowcount={list.rows.length + 1}
          >
            <colgroup>
              <col style={{ width: 44 }} />
              {columns.map(({ name, kind }) => (
                <col key={name} style={{ width: Math.max(MIN_WIDTH, kind.width) }} />
              ))}
              <col style={{ width: 48 }} />
            </colgroup>
            <GridHead list={list} />
            <tbody>
              <LongRows
                ref={scroller}
                count={list.rows.length}
                max={MAX_RENDERED}
                height={LINE}
                scroller={frame}
                columns={columns.length + 2}
                renderRow={renderRow}
              />
            </tbody>
            <GridFoot list={list} columns={columns} totals={totals} />
          </table>
        </div>
      </div>
    </ListFrame>
  );
}

/**
 * Line above the table that lists the grid's keys. While cells are selected, it shows their number and the keys that
 * apply to them.
 */
function GridKeys({ id, model }: { id: string; model: GridModel }) {
  const { t } = useForm().ports;
  const { range, status } = model;
  return (
    <div className="pg-keys" data-status={status ? "" : undefined}>
      <p id={id}>{t("form.gridKeys")}</p>
      <p className="pg-status">
        <span role="status">{status}</span>
        {range && <span>{t("form.gridRangeKeys")}</span>}
      </p>
    </div>
  );
}

const GridHead = memo(function GridHead({ list }: { list: ListNode }) {
  const { ports, spec } = useForm();
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className="pg-no">
          <span className="sr-only">{ports.t("form.rowNo")}</span>
        </th>
        {(list.field.items ?? []).map((field) => (
          <th
            key={field.name}
            scope="col"
            data-align={field.kind.align}
            data-required={field.required || undefined}
            title={spec(field).help}
          >
            {spec(field).label}
          </th>
        ))}
        <th scope="col" className="pg-end">
          <span className="sr-only">{ports.t("form.remove")}</span>
        </th>
      </tr>
    </thead>
  );
});

/** Button that opens the panel for adding several rows. */
function Several({ list, model }: { list: ListNode; model: GridModel }) {
  const { ports } = useForm();
  const row = list.rows.length;
  const column = (list.field.items ?? []).findIndex(isEditable);
  return (
    <span className="pg-several">
      <Panel button={ports.t("form.addMany")}>
        {(close) => (
          <AddMany
            room={model.room}
            onAdd={(count) => model.add(row, 0, count)}
            onPaste={(text) => void model.paste({ row, column }, text)}
            close={close}
          />
        )}
      </Panel>
    </span>
  );
}
