/**
 * List page of an entity: views, filters, chips, rows (cards on phones), totals, pagination, selection, export and the
 * record drawer.
 */
import { FileUp, ListChecks, Plus, RefreshCw, Columns3, Keyboard } from "lucide-react";
import {
  type ReactNode,
  type RefObject,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  useLayoutEffect,
} from "react";
import { RecordDrawer } from "../detail/lazy.tsx";
import { Chips } from "../filter/Chips.tsx";
import { FilterBar } from "../filter/FilterBar.tsx";
import { FilterSheet } from "../filter/FilterSheet.tsx";
import type { Entity } from "../model/entity.ts";
import { Link } from "../react/Link.tsx";
import { usePorts } from "../react/ports-context.tsx";
import type { ListProps } from "../react/view-part.tsx";
import { listBulkActions } from "../operation/bulk-actions.ts";
import { createLazyPart } from "../react/lazy-part.tsx";
import { Panel } from "../overlay/Panel.tsx";
import type { ColumnListProps } from "./ColumnList.tsx";
import { ExportMenu } from "./ExportMenu.tsx";
import type { ExportProps } from "./export-options.tsx";
import type { ShortcutsDialogProps } from "./ShortcutsDialog.tsx";
import { areShortcutsEnabled, setShortcutsEnabled } from "../react/shortcuts-enabled.ts";
import { ListActions } from "./ListActions.tsx";
import { LoadError, Restarted, SlowLoadNotice } from "./ListStates.tsx";
import { Rows } from "./Rows.tsx";
import type { BarProps } from "./SelectionBar.tsx";
import { NONE } from "../operation/selection.ts";
import { GroupMenu, SortMenu } from "./phone.tsx";
import { useColumns } from "./use-columns.tsx";
import { useListKeys } from "./use-list-keys.tsx";
import { type ListPage, useListPage } from "./use-list-page.tsx";
import { useListTable } from "./use-list-table.tsx";
import { useRowSelection } from "./use-row-selection.tsx";
import { useViews } from "./use-views.tsx";
import { useWidth } from "../react/use-width.tsx";
import { Views } from "./Views.tsx";
import "./table.css";
import "./grid.css";
import "./cards.css";
import "./list-tools.css";
import "./selection.css";
import { Heading } from "../react/Heading.tsx";
import "../filter/filter.css";

export { prefetchList } from "../data/list-state.tsx";

const ADD_ICON = <Plus size={16} strokeWidth={1.75} aria-hidden />;
const IMPORT_ICON = <FileUp size={16} strokeWidth={1.5} aria-hidden />;
const RELOAD_ICON = <RefreshCw size={18} strokeWidth={1.5} aria-hidden />;

/** Props of a list page, the same as those of a view. */
export type EntityTableProps = ListProps;

export function EntityTable(props: EntityTableProps) {
  const { entity, title, create } = props;
  const page = useRef<HTMLElement>(null);
  const model = useListModel(props, page);
  const { list, columns, table, names, width, rowSelection, exports, open } = model;
  const { query, state, selection, fixed, write } = list;
  const views = useViews(entity, props.params, props.onParams);
  const [choosing, setChoosing] = useState(false);
  const keys = useListKeySwitch(page, model);
  const phone = width === "phone";
  const add = create && (
    <Link className="btn" data-main href={create.href} go={create.go}>
      {ADD_ICON}
      {create.label}
    </Link>
  );
  return (
    <section className="pt-page" ref={page}>
      <ListHeader {...props} model={model} keys={keys}>
        {add}
      </ListHeader>
      <div className="pt-bar">
        <Views entity={entity} query={query} fixed={fixed} saved={views} counts={state.viewCounts} onChange={write} />
        <ListFilters entity={entity} model={model} choosing={choosing} onChoosing={setChoosing} />
      </div>
      <Chips entity={entity} query={query} fixed={fixed} onChange={write} />
      <LoadError state={state} />
      <SlowLoadNotice state={state} />
      <Restarted state={state} />
      <Rows
        entity={entity}
        title={title}
        list={list}
        table={table}
        columns={columns}
        phone={phone}
        selection={!phone || choosing ? rowSelection : undefined}
        onOpen={open}
        action={add}
      />
      {rowSelection && (
        <SelectionPart
          entity={entity}
          params={list.request}
          selection={selection}
          total={state.total}
          sums={state.sums}
          columns={names}
          labels={list.labels}
          exportMenu={exports && <ExportMenu {...getExportProps(entity, model)} className="btn pt-quiet-btn" />}
          onChanged={state.reload}
          always={phone && choosing}
          onCancel={() => setChoosing(false)}
        />
      )}
      {open && <OpenRecord entity={entity} list={list} />}
    </section>
  );
}

/** Model of the page: list, columns, table, and what the entity and the user's grants allow. */
function useListModel(props: EntityTableProps, page: RefObject<HTMLElement | null>) {
  const { entity, params } = props;
  const { granted } = usePorts();
  const list = useListPage(props);
  const { labels } = list;
  const { rows } = list.state;
  const loaded = useMemo(() => (rows.length > 0 ? { rows, labels } : undefined), [rows, labels]);
  const columns = useColumns({
    entity,
    own: props.columns ?? entity.list.columns,
    room: useRoom(page),
    page: loaded,
    link: params.get("cols"),
    unlink: () => list.setParam("cols", undefined, "replace"),
  });
  const width = useWidth();
  const exports = entity.list.export && entity.calls.export !== undefined;
  const selects = exports || listBulkActions(entity, granted).length > 0;
  const canOpen = entity.calls.detail !== undefined && entity.source !== "data";
  const table = useListTable({ entity, list, columns });
  const rowSelection = useRowSelection(selects ? list.selection : undefined, rows, entity.key);
  const names = table.getVisibleLeafColumns().map((column) => column.id);
  return { list, columns, table, names, width, exports, rowSelection, open: canOpen ? list.open : undefined };
}

type ListModel = ReturnType<typeof useListModel>;

/** Handles the list's shortcuts unless a record is open, and manages the dialog that explains and disables them. */
function useListKeySwitch(
  page: RefObject<HTMLElement | null>,
  { list, rowSelection, open }: ListModel,
): ShortcutsDialogProps {
  const [help, setHelp] = useState(false);
  const [keysOn, switchKeys] = useShortcutsEnabled();
  useListKeys(page, keysOn && list.openId === undefined, {
    // Disabled while the list is grouped, because each group has a separate table.
    selection: list.query.group === undefined ? rowSelection : undefined,
    open,
    help: () => setHelp(true),
  });
  return { open: help, onOpen: setHelp, on: keysOn, onSwitch: switchKeys };
}

const getExportProps = (entity: Entity, { list, columns }: ListModel): ExportProps => ({
  entity,
  params: list.request,
  columns: columns.filed,
  offered: columns.offered,
  total: list.state.total,
  selection: list.selection,
});

interface ListHeaderProps extends Pick<EntityTableProps, "entity" | "title" | "modes" | "importFile" | "onActed"> {
  model: ListModel;
  keys: ShortcutsDialogProps;
  /** Primary action at the end of the header. */
  children: ReactNode;
}
function ListHeader({ entity, title, model, keys, modes, importFile, onActed, children }: ListHeaderProps) {
  const { t, lang } = usePorts();
  const { list, columns, table, width, exports } = model;
  const { query, write } = list;
  const { total, reload } = list.state;
  return (
    <header className="pt-head">
      <Heading>{title}</Heading>
      <p className="pt-quiet" role="status">
        {total !== undefined && t("list.count", { count: total, unit: entity.unit(total, lang) })}
      </p>
      {modes}
      <div className="pt-head-end">
        <button
          type="button"
          className="pt-tool"
          aria-label={t("list.reload")}
          title={t("list.reload")}
          onClick={reload}
        >
          {RELOAD_ICON}
        </button>
        {width !== "phone" && (
          <ColumnPanel table={table} columns={columns} groups={{ entity, query, onChange: write }} />
        )}
        <ShortcutsHelp {...keys} />
        {importFile && (
          <span data-key="import">
            <Link className="btn" href={importFile.href} go={importFile.go}>
              {IMPORT_ICON}
              <span>{importFile.label}</span>
            </Link>
          </span>
        )}
        {exports && <ExportMenu {...getExportProps(entity, model)} />}
        <ListActions
          entity={entity}
          idle={total === 0}
          onDone={() => {
            reload();
            onActed?.();
          }}
        />
        {children}
      </div>
    </header>
  );
}

interface ListFiltersProps {
  entity: Entity;
  model: ListModel;
  /** Whether the cards on a phone show checkboxes. */
  choosing: boolean;
  onChoosing(choosing: boolean): void;
}
/**
 * Filters: a bar on wide screens, otherwise a sheet. On phones the sheet also contains sorting, grouping and selection.
 */
function ListFilters({ entity, model, choosing, onChoosing }: ListFiltersProps) {
  const { t } = usePorts();
  const { list, names, width, rowSelection } = model;
  const { query, fixed, write, state } = list;
  if (width === "wide")
    return <FilterBar entity={entity} query={query} fixed={fixed} onChange={write} onReload={state.reload} />;
  const phone = width === "phone";
  return (
    <FilterSheet entity={entity} query={query} fixed={fixed} onChange={write} total={state.total}>
      {phone && <SortMenu entity={entity} columns={names} query={query} onChange={write} />}
      {phone && <GroupMenu entity={entity} query={query} onChange={write} />}
      {phone && rowSelection && (
        <button type="button" className="btn pt-bar-btn" aria-pressed={choosing} onClick={() => onChoosing(!choosing)}>
          <ListChecks size={16} strokeWidth={1.5} aria-hidden />
          <span>{t("list.choose")}</span>
        </button>
      )}
    </FilterSheet>
  );
}

/** Drawer of the open record, with buttons that open the previous and next rows. */
function OpenRecord({ entity, list: { state, openId, open } }: { entity: Entity; list: ListPage }) {
  if (openId === undefined) return null;
  const ids = state.rows.map((row) => String(row[entity.key]));
  const index = ids.indexOf(openId);
  return (
    <RecordDrawer
      entity={entity}
      id={openId}
      onClose={() => open(undefined)}
      onChanged={state.reload}
      hasStep={{ back: index > 0, on: index >= 0 && index < ids.length - 1 }}
      onStep={(by) => ids[index + by] !== undefined && open(ids[index + by])}
    />
  );
}

const ColumnList = createLazyPart(() => import("./ColumnList.tsx").then((module) => module.ColumnList));

const COLUMNS_ICON = <Columns3 size={18} strokeWidth={1.5} aria-hidden />;

/** Button that opens the column chooser. */
function ColumnPanel(props: ColumnListProps) {
  const { t } = usePorts();
  return (
    <Panel className="pt-tool" label={t("list.columns")} button={COLUMNS_ICON} ahead={ColumnList.load}>
      {() => <ColumnList {...props} />}
    </Panel>
  );
}

/** Returns whether the user has enabled shortcuts, and a setter. */
function useShortcutsEnabled(): [boolean, (on: boolean) => void] {
  const ports = usePorts();
  const [on, setOn] = useState(() => areShortcutsEnabled(ports));
  return [
    on,
    (next) => {
      setOn(next);
      setShortcutsEnabled(ports, next);
    },
  ];
}

const ShortcutsDialog = createLazyPart(
  () => import("./ShortcutsDialog.tsx").then((module) => module.ShortcutsDialog),
  () => null,
);

const KEYS_ICON = <Keyboard size={18} strokeWidth={1.5} aria-hidden />;

const prefetchDialog = (): void => void ShortcutsDialog.load().catch(() => undefined);

function ShortcutsHelp(props: ShortcutsDialogProps) {
  const { open, onOpen } = props;
  const { t } = usePorts();
  return (
    <>
      <button
        type="button"
        className="pt-tool pt-keys-button"
        aria-label={t("list.keys")}
        title={t("list.keys")}
        onClick={() => onOpen(true)}
        onPointerEnter={prefetchDialog}
        onFocus={prefetchDialog}
      >
        {KEYS_ICON}
      </button>
      {open && <ShortcutsDialog {...props} />}
    </>
  );
}

const SelectionBar = createLazyPart(
  () => import("./SelectionBar.tsx").then((module) => module.SelectionBar),
  () => null,
);

/**
 * Loads the selection bar when a row is first selected, or at once with `always`. It stays mounted, because it may show
 * a result after the selection has been cleared.
 */
function SelectionPart(props: BarProps) {
  const { selection, always = false } = props;
  const some = useSyncExternalStore(selection.subscribe, () => selection.snapshot() !== NONE);
  const [wanted, setWanted] = useState(some || always);
  if (!wanted && (some || always)) setWanted(true);
  return wanted && <SelectionBar {...props} />;
}

/**
 * Returns the width of the element that contains the page, in pixels, and re-renders when it changes. Undefined where
 * nothing is laid out.
 */
function useRoom(page: RefObject<HTMLElement | null>): number | undefined {
  const [room, setRoom] = useState<number>();
  useLayoutEffect(() => {
    // The page itself may have no box (`display: contents`).
    const frame = page.current?.parentElement;
    if (!frame) return undefined;
    const measure = () => setRoom(frame.clientWidth || undefined);
    measure();
    if (typeof ResizeObserver === "undefined") return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(frame);
    return () => observer.disconnect();
  }, [page]);
  return room;
}
