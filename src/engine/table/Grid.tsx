/** Rows as a plain table: a read-and-click list stays in a reader's reading mode. TanStack holds columns and their order of sorting. */
import { createColumnHelper, rowSortingFeature, tableFeatures, useTable } from "@tanstack/react-table";
import { type ChangeEvent, type MouseEvent, useMemo, useRef } from "react";
import type { Entity, Row } from "../entity/entity.ts";
import { usePorts } from "../ports-context.tsx";
import { columnOf } from "../query/columns.ts";
import { Head } from "./Head.tsx";
import { COPY_WIDTH, copies, Line } from "./Line.tsx";
import type { Labels } from "./list-state.tsx";
import type { Selection } from "./selection.ts";
import { nextSort } from "./sort.ts";
import { useFloating } from "./use-floating.tsx";

/** What lists use of the library. */
export const features = tableFeatures({ rowSortingFeature });
const helper = createColumnHelper<typeof features, Row>();

interface GridProps {
  entity: Entity;
  columns: readonly string[];
  rows: readonly Row[];
  labels: Labels;
  /** Terms of the query, or the entity's own. */
  sort: readonly string[];
  onSort(sort: string[]): void;
  total?: number;
  busy: boolean;
  caption: string;
  /** Key of the record that is open beside the list. */
  openId?: string;
  /** Absent: rows lead nowhere. */
  onOpen?(id: string): void;
  selection?: Selection;
  density: string;
}

export function Grid(props: GridProps) {
  const { entity, columns, rows, labels, sort, onSort, onOpen, selection, openId } = props;
  const { lang, word } = usePorts();
  const defs = useMemo(
    () => helper.columns(columns.map((name) => helper.accessor((row) => row[name], { id: name, header: entity.text(`field.${name}.label`, lang), enableSorting: columnOf(entity, name) !== undefined }))),
    [columns, entity, lang],
  );
  const fields = useMemo(() => columns.map((name) => entity.field(name)), [columns, entity]);
  const sorting = useMemo(() => sort.map((term) => ({ id: term.replace(/^-/, ""), desc: term.startsWith("-") })), [sort]);
  const table = useTable({ features, columns: defs, data: rows as Row[], getRowId: (row) => String(row[entity.key]), manualSorting: true, state: { sorting } });
  const scroller = useRef<HTMLDivElement>(null);
  const edge = useRef<HTMLDivElement>(null);
  const floating = useFloating(edge, scroller);
  const said = useRef<HTMLParagraphElement>(null);
  const head = {
    entity,
    headers: table.getFlatHeaders(),
    rows,
    selection,
    onSort: (name: string, add: boolean) => onSort(nextSort(sort, entity.list.sort, name, DESC_FIRST.has(entity.field(name).kind.column), add)),
  };
  const widths = (
    <colgroup>
      {selection && <col style={{ width: 48 }} />}
      {fields.map((field) => (
        <col key={field.name} style={{ width: field.kind.width + (copies(field) ? COPY_WIDTH : 0) }} />
      ))}
    </colgroup>
  );
  const click = (event: MouseEvent<HTMLTableSectionElement>) => {
    const target = event.target as Element;
    const id = target.closest<HTMLElement>("tr[data-id]")?.dataset.id;
    const copy = target.closest<HTMLElement>("[data-copy]");
    if (copy) return void copyFrom(copy, () => said.current && (said.current.textContent = word("list.copied", { value: copy.dataset.copy! })));
    if (!id || target.closest("a,input,label") || (!target.closest("[data-opens]") && getSelection()?.toString())) return;
    onOpen?.(id);
  };
  const tick = (event: ChangeEvent<HTMLTableSectionElement>) => {
    const id = event.target.closest<HTMLElement>("tr[data-id]")?.dataset.id;
    if (id !== undefined) selection?.toggle(rows, id, (event.nativeEvent as unknown as globalThis.MouseEvent).shiftKey);
  };
  return (
    <div className="pt-grid">
      <CopyIcon />
      <p className="sr-only" role="status" ref={said} />
      <div ref={edge} />
      {floating.on && (
        <div className="pt-float" aria-hidden ref={floating.ref}>
          <table className="pt-table" data-ticks={selection && ""} role="presentation">
            {widths}
            <Head {...head} copy />
          </table>
        </div>
      )}
      <div className="pt-scroll" tabIndex={0} role="region" aria-label={props.caption} ref={scroller} onScroll={floating.onScroll} data-scrolled={floating.scrolled || undefined}>
        <table className="pt-table" data-ticks={selection && ""} data-density={props.density} aria-busy={props.busy} aria-rowcount={props.total === undefined ? -1 : props.total + 1}>
          <caption className="sr-only">{props.caption}</caption>
          {widths}
          <Head {...head} />
          <tbody onClick={click} onChange={tick} data-opens-rows={onOpen && ""}>
            {rows.map((row) => {
              const id = String(row[entity.key]);
              return <Line key={id} {...{ entity, fields, labels, row, id, selection, lang, word }} open={id === openId} opens={onOpen !== undefined} />;
            })}
          </tbody>
        </table>
      </div>
    </div>
  );
}
/** Newest and largest first: what people look for in these. */
const DESC_FIRST: ReadonlySet<string> = new Set(["numeric", "bigint", "date", "timestamptz"]);
const COPIED_MS = 1_500;

async function copyFrom(button: HTMLElement, done: () => void): Promise<void> {
  await navigator.clipboard.writeText(button.dataset.copy!);
  button.dataset.done = "";
  done();
  setTimeout(() => delete button.dataset.done, COPIED_MS);
}

/** Drawn once and used by every row. */
const CopyIcon = () => (
  <svg className="pt-sprite" width="0" height="0" aria-hidden>
    <symbol id="pt-copy" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round">
      <rect x="8" y="8" width="13" height="13" rx="2" />
      <path d="M4 16V5a2 2 0 0 1 2-2h11" />
    </symbol>
  </svg>
);
