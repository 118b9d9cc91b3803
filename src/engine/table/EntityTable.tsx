/** A list page of any entity: views, filters, chips, rows (cards on phones), totals, pages, export, and the record beside it. */
import { Plus, RefreshCw } from "lucide-react";
import { type ReactNode, useCallback, useMemo } from "react";
import type { Entity, Row } from "../entity/entity.ts";
import { RecordDrawer } from "../detail/lazy.tsx";
import { Chips } from "../filter/Chips.tsx";
import { FilterBar } from "../filter/FilterBar.tsx";
import { usePorts } from "../ports-context.tsx";
import { isOther } from "../query/grammar.ts";
import { parseQuery } from "../query/parse.ts";
import type { Query } from "../query/query.ts";
import { wireQuery, writeQuery } from "../query/write.ts";
import { Cards } from "./Cards.tsx";
import { ExportMenu } from "./ExportMenu.tsx";
import { Grid } from "./Grid.tsx";
import { presetParams, useListState } from "./list-state.tsx";
import { Empty, Failed, Skeleton } from "./ListStates.tsx";
import { Pager, Sums } from "./Pager.tsx";
import { usePhone } from "./use-phone.tsx";
import "./table.css";

export interface EntityTableProps {
  entity: Entity;
  title: string;
  /** Filters that the page sets for good. */
  preset?: Row;
  columns?: readonly string[];
  /** The page's URL parameters: they are the list's state. */
  params: URLSearchParams;
  onParams(next: URLSearchParams, how: "push" | "replace"): void;
  /** The way to add a record, where the page has one. */
  create?: { label: string; href: string; go(): void };
}

export function EntityTable({ entity, title, preset = NONE, columns, params, onParams, create }: EntityTableProps) {
  const ports = usePorts();
  const { lang, word } = ports;
  const text = params.toString();
  const query = useMemo(() => parseQuery(entity, new URLSearchParams(text), { now: ports.now(), lang }), [entity, text, ports, lang]);
  const state = useListState(entity, query, preset);
  const phone = usePhone();
  const shown = columns ?? entity.list.columns;
  const fixed = useMemo(() => new Set(Object.keys(preset)), [preset]);
  const views = entity.list.views.filter((view) => !view.grant || ports.granted(view.grant));
  const openId = params.get("id") ?? undefined;

  const write = useCallback(
    (next: Query, how: "push" | "replace") => {
      const out = writeQuery(entity, next);
      // What belongs to the page (its tab) stays; an open record does not outlive the list it stood in.
      for (const [name, value] of new URLSearchParams(text)) if (isOther(name) && name !== "id") out.set(name, value);
      onParams(out, how);
    },
    [entity, text, onParams],
  );
  const open = useCallback(
    (id: string | undefined) => {
      const out = new URLSearchParams(text);
      if (id === undefined) out.delete("id");
      else out.set("id", id);
      onParams(out, openId === undefined || id === undefined ? "push" : "replace");
    },
    [text, onParams, openId],
  );
  const ids = state.rows.map((row) => String(row[entity.key]));
  const at = openId === undefined ? -1 : ids.indexOf(openId);
  const canOpen = entity.calls.detail !== undefined && entity.source !== "data";
  const filtered = Boolean(query.q) || Object.keys(query.filters).length > 0 || query.view !== undefined;
  const clear = () => write({ ...query, q: undefined, filters: {}, view: undefined, page: 1, cursor: undefined, ignored: [] }, "push");
  const count = state.total === undefined ? undefined : state.total.toLocaleString("en");
  const addButton: ReactNode = create && (
    <a
      className="btn"
      data-main
      href={create.href}
      onClick={(event) => {
        event.preventDefault();
        create.go();
      }}
    >
      <Plus size={16} strokeWidth={1.75} aria-hidden />
      {create.label}
    </a>
  );
  const listProps = { entity, columns: shown, rows: state.rows, labels: state.labels, onOpen: canOpen ? open : undefined };
  const first = state.first && !state.failure;
  const empty = !state.first && state.rows.length === 0;

  return (
    <section className="pt-page">
      <header className="pt-head">
        <h1>{title}</h1>
        <p className="pt-quiet" role="status">
          {count !== undefined && word("list.count", { count })}
        </p>
        <div className="pt-head-end">
          <button type="button" className="btn pt-bar-btn" data-quiet onClick={state.reload}>
            <RefreshCw size={16} strokeWidth={1.5} aria-hidden />
            {word("list.reload")}
          </button>
          {entity.list.export && entity.calls.export && (
            <ExportMenu entity={entity} params={{ ...presetParams(preset), ...wireQuery(entity, query) }} columns={shown} total={state.total} chosen={NO_IDS} />
          )}
          {addButton}
        </div>
      </header>
      {views.length > 0 && (
        <nav className="pt-views" aria-label={word("list.views")}>
          {[{ id: undefined, label: word("list.all") }, ...views.map((view) => ({ id: view.id, label: entity.text(`view.${view.id}`, lang) }))].map((view) => (
            <button key={view.label} type="button" aria-pressed={query.view === view.id} onClick={() => write({ ...query, view: view.id, page: 1, cursor: undefined }, "push")}>
              {view.label}
            </button>
          ))}
        </nav>
      )}
      <FilterBar entity={entity} query={query} fixed={fixed} onChange={write} onReload={state.reload} />
      <Chips entity={entity} query={query} fixed={fixed} onChange={write} />
      <Failed state={state} />
      <div className="pt-card-frame" data-busy={(state.loading && !state.first) || undefined}>
        {first ? (
          <Skeleton columns={shown.length} />
        ) : empty ? (
          !state.failure && <Empty filtered={filtered} label={entity.text("label", lang)} onClear={clear} action={addButton} />
        ) : phone ? (
          <Cards {...listProps} label={title} />
        ) : (
          <Grid
            {...listProps}
            sort={query.sort.length > 0 ? query.sort : entity.list.sort}
            onSort={(sort) => write({ ...query, sort, page: 1, cursor: undefined }, "push")}
            total={state.total}
            busy={state.loading}
            caption={title}
            openId={openId}
          />
        )}
        {!first && !empty && (phone ? <PhoneFoot entity={entity} query={query} state={state} onChange={write} /> : <Pager entity={entity} query={query} state={state} onChange={write} />)}
      </div>
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
const NONE: Row = {};
const NO_IDS: readonly string[] = [];

/** On phones the list grows under the thumb instead of turning pages: the largest page, then the pager. */
function PhoneFoot(props: Parameters<typeof Pager>[0]) {
  return (
    <>
      <Sums entity={props.entity} state={props.state} />
      <Pager {...props} state={{ ...props.state, sums: undefined }} />
    </>
  );
}
