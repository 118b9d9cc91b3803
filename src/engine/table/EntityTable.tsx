/**
 * List page of an entity: views, filters, chips, rows (cards on phones), totals, pagination, selection, export and the
 * record drawer.
 */
import { ListChecks, Plus, RefreshCw } from "lucide-react";
import { useRef, useState } from "react";
import { RecordDrawer } from "../detail/lazy.tsx";
import { Chips } from "../filter/Chips.tsx";
import { FilterBar } from "../filter/FilterBar.tsx";
import { FilterSheet } from "../filter/FilterSheet.tsx";
import { Link } from "../react/Link.tsx";
import { usePorts } from "../react/ports-context.tsx";
import { bulkActions } from "../operation/bulk-actions.ts";
import { ColumnPanel } from "./ColumnPanel.tsx";
import { ExportMenu } from "./ExportMenu.tsx";
import { KeysHelp, useKeysOn } from "./KeysHelp.tsx";
import { ListActions } from "./ListActions.tsx";
import { LoadError, Restarted, SlowLoadNotice } from "./ListStates.tsx";
import { Rows } from "./Rows.tsx";
import { SelectionPart } from "./SelectionPart.tsx";
import { SortMenu } from "./phone.tsx";
import { useColumns } from "./use-columns.tsx";
import { useListKeys } from "./use-list-keys.tsx";
import { type ListPageProps, useListPage } from "./use-list-page.tsx";
import { useListTable } from "./use-list-table.tsx";
import { toggleRow } from "./use-row-selection.tsx";
import { useViews } from "./use-views.tsx";
import { useWidth } from "./use-width.tsx";
import { Views } from "./Views.tsx";
import "./table.css";
import "./grid.css";
import "./cards.css";
import "./list-tools.css";
import "./selection.css";
import "../filter/filter.css";

export { prefetchList } from "../data/list-state.tsx";

export interface EntityTableProps extends ListPageProps {
  title: string;
  columns?: readonly string[] | undefined;
  /** Link to the create form; absent when the page has none. */
  create?: { label: string; href: string; go(): void } | undefined;
  /** Called after an action on the whole list, so that counters can be refetched. */
  onActed?: (() => void) | undefined;
}

export function EntityTable(props: EntityTableProps) {
  const { entity, title, params, create } = props;
  const { word, granted } = usePorts();
  const list = useListPage(props);
  const { query, state, selection, fixed, openId, write, open } = list;
  const columns = useColumns(entity, props.columns ?? entity.list.columns, params.get("cols"), () =>
    list.setParam("cols", undefined, "replace"),
  );
  const views = useViews(entity, params, props.onParams);
  const width = useWidth();
  const page = useRef<HTMLElement>(null);
  const [help, setHelp] = useState(false);
  const [keysOn, switchKeys] = useKeysOn();
  const [choosing, setChoosing] = useState(false);
  const exports = entity.list.export && entity.calls.export !== undefined;
  const selects = exports || bulkActions(entity, granted).length > 0;
  const canOpen = entity.calls.detail !== undefined && entity.source !== "data";
  const table = useListTable({ entity, list, columns, selection: selects ? selection : undefined });
  const names = table.getVisibleLeafColumns().map((column) => column.id);
  const phone = width === "phone";
  const ids = state.rows.map((row) => String(row[entity.key]));
  const at = openId === undefined ? -1 : ids.indexOf(openId);
  useListKeys(page, keysOn && openId === undefined, {
    selection: selects ? selection : undefined,
    toggle: (id, range) => toggleRow(table, id, range),
    open: canOpen ? open : undefined,
    help: () => setHelp(true),
  });

  const add = create && (
    <Link className="btn" data-main href={create.href} go={create.go}>
      <Plus size={16} strokeWidth={1.75} aria-hidden />
      {create.label}
    </Link>
  );
  return (
    <section className="pt-page" ref={page}>
      <header className="pt-head">
        <h1>{title}</h1>
        <p className="pt-quiet" role="status">
          {state.total !== undefined && word("list.count", { count: state.total })}
        </p>
        <div className="pt-head-end">
          <button
            type="button"
            className="pt-tool"
            aria-label={word("list.reload")}
            title={word("list.reload")}
            onClick={state.reload}
          >
            <RefreshCw size={18} strokeWidth={1.5} aria-hidden />
          </button>
          {!phone && <ColumnPanel table={table} columns={columns} />}
          <KeysHelp open={help} onOpen={setHelp} on={keysOn} onSwitch={switchKeys} />
          {exports && (
            <ExportMenu
              entity={entity}
              params={list.request}
              columns={columns.filed}
              offered={columns.offered}
              total={state.total}
              selection={selection}
            />
          )}
          <ListActions
            entity={entity}
            idle={state.total === 0}
            onDone={() => {
              state.reload();
              props.onActed?.();
            }}
          />
          {add}
        </div>
      </header>
      <Views entity={entity} query={query} fixed={fixed} saved={views} onChange={write} />
      {width === "wide" ? (
        <FilterBar entity={entity} query={query} fixed={fixed} onChange={write} onReload={state.reload} />
      ) : (
        <FilterSheet entity={entity} query={query} fixed={fixed} onChange={write} total={state.total}>
          {phone && <SortMenu entity={entity} columns={names} query={query} onChange={write} />}
          {phone && selects && (
            <button
              type="button"
              className="btn pt-bar-btn"
              aria-pressed={choosing}
              onClick={() => setChoosing(!choosing)}
            >
              <ListChecks size={16} strokeWidth={1.5} aria-hidden />
              {word("list.choose")}
            </button>
          )}
        </FilterSheet>
      )}
      <Chips entity={entity} query={query} fixed={fixed} onChange={write} />
      <LoadError state={state} />
      <SlowLoadNotice state={state} />
      <Restarted state={state} />
      <Rows
        entity={entity}
        title={title}
        list={list}
        table={table}
        density={columns.density}
        phone={phone}
        selects={selects && (!phone || choosing)}
        onOpen={canOpen ? open : undefined}
        action={add}
      />
      {selects && (
        <SelectionPart
          entity={entity}
          params={list.request}
          selection={selection}
          total={state.total}
          sums={state.sums}
          columns={names}
          labels={state.labels}
          onChanged={state.reload}
          always={phone && choosing}
          onCancel={() => setChoosing(false)}
        />
      )}
      {canOpen && openId !== undefined && (
        <RecordDrawer
          entity={entity}
          id={openId}
          onClose={() => open(undefined)}
          onChanged={state.reload}
          hasStep={{ back: at > 0, on: at >= 0 && at < ids.length - 1 }}
          onStep={(by) => ids[at + by] !== undefined && open(ids[at + by])}
        />
      )}
    </section>
  );
}
