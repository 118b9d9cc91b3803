/**
 * Renders a native table, not role=grid, so that screen readers stay in browse mode. Its columns, order and ticks are
 * those of the table instance; cells are bare `<td>`.
 */
import { type ChangeEvent, type MouseEvent, type SyntheticEvent, useMemo, useRef, useState } from "react";
import type { Entity, Row } from "../model/entity.ts";
import { isPlainClick } from "../react/Link.tsx";
import { lazyPart } from "../react/lazy-part.tsx";
import { usePorts } from "../react/ports-context.tsx";
import type { CopyCellProps } from "./CopyCell.tsx";
import type { ListTable } from "./features.tsx";
import { TableHeader } from "./TableHeader.tsx";
import { TableRow } from "./TableRow.tsx";
import type { Labels } from "../model/wire.ts";
import { useGridColumns } from "./use-grid-columns.tsx";
import { useStickyHeader } from "./use-sticky-header.tsx";
import { toggleRow, useRowMarks } from "./use-row-selection.tsx";

/** Width of the checkbox column, in px. */
const TICK_WIDTH = 48;

// Loaded when pointer or focus first comes to a row.
const CopyCell = lazyPart<CopyCellProps>(
  () => import("./CopyCell.tsx").then((module) => module.CopyCell),
  () => null,
);

interface GridProps {
  entity: Entity;
  table: ListTable;
  rows: readonly Row[];
  labels: Labels;
  total?: number | undefined;
  busy: boolean;
  caption: string;
  /** Key of the record open in the drawer. */
  openId?: string | undefined;
  /** Absent: rows cannot be opened. */
  onOpen?: ((id: string) => void) | undefined;
  /** Returns the URL of a row's record. `onOpen` handles a plain click, the browser every other. */
  hrefOf(id: string): string;
  /** True when rows can be selected. */
  selects: boolean;
  density: string;
}

export function Grid(props: GridProps) {
  const { entity, table, rows, labels, onOpen, hrefOf, selects, openId } = props;
  const { word } = usePorts();
  const opens = onOpen !== undefined;
  const ticks = selects ? TICK_WIDTH : 0;
  const { columns, widths } = useGridColumns({ entity, table, rows, labels, ticks });
  const tick = useMemo(() => {
    // One translation for all checkboxes.
    const [before, after = ""] = word("list.select", { id: MARK }).split(MARK);
    return (id: string) => `${before}${id}${after}`;
  }, [word]);
  const scroller = useRef<HTMLDivElement>(null);
  const edge = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const floating = useStickyHeader(edge, scroller);
  const [first, setFirst] = useState<Element>();
  const approach = (event: SyntheticEvent) => first ?? (event.target instanceof Element && setFirst(event.target));
  useRowMarks(body, table, selects, rows);
  const head = { entity, table, columns, selects };
  const size = { width: widths.table };
  const hrefs = useMemo(
    () => (opens ? rows.map((row) => hrefOf(String(row[entity.key]))) : []),
    [opens, rows, hrefOf, entity],
  );
  const cols = (
    <colgroup>
      {selects && <col style={{ width: TICK_WIDTH }} />}
      {columns.map(({ field }, at) => (
        <col key={field.name} style={{ width: widths.columns[at] }} />
      ))}
    </colgroup>
  );
  const click = (event: MouseEvent<HTMLTableSectionElement>) => {
    const target = event.target as Element;
    const id = target.closest<HTMLElement>("tr[data-id]")?.dataset.id;
    const onLink = target.closest("[data-opens]") !== null;
    if (
      !id ||
      target.closest("a:not([data-opens]),input,label") ||
      (onLink ? !isPlainClick(event) : getSelection()?.toString())
    )
      return;
    if (onLink) event.preventDefault();
    // A click beside the checkbox counts as on it.
    if (target.closest(".pt-tick")) toggleRow(table, id, event.shiftKey);
    else onOpen?.(id);
  };
  const ticked = (event: ChangeEvent<HTMLTableSectionElement>) => {
    const id = event.target.closest<HTMLElement>("tr[data-id]")?.dataset.id;
    if (id !== undefined) toggleRow(table, id, (event.nativeEvent as unknown as globalThis.MouseEvent).shiftKey);
  };
  const valueAt = (cell: HTMLTableCellElement) => {
    const column = columns[cell.cellIndex - (selects ? 1 : 0)];
    const id = cell.closest("tr")?.dataset.id;
    if (!column?.copies) return undefined;
    const row = rows.find((one) => String(one[entity.key]) === id);
    return (row && column.words(row, labels)) || undefined;
  };
  return (
    <div className="pt-grid">
      <div ref={edge} />
      {floating.on && (
        <div className="pt-float" aria-hidden ref={floating.ref}>
          <table className="pt-table" data-ticks={selects ? "" : undefined} role="presentation" style={size}>
            {cols}
            <TableHeader {...head} copy />
          </table>
        </div>
      )}
      <div
        className="pt-scroll"
        tabIndex={0}
        role="region"
        aria-label={props.caption}
        ref={scroller}
        onScroll={floating.onScroll}
        data-scrolled={floating.scrolled || undefined}
      >
        <table
          className="pt-table"
          data-ticks={selects ? "" : undefined}
          data-density={props.density}
          style={size}
          aria-busy={props.busy}
          aria-rowcount={props.total === undefined ? -1 : props.total + 1}
        >
          <caption className="sr-only">{props.caption}</caption>
          {cols}
          <TableHeader {...head} />
          <tbody
            ref={body}
            onClick={click}
            onChange={ticked}
            onPointerOver={approach}
            onFocus={approach}
            data-opens-rows={onOpen && ""}
          >
            {rows.map((row, at) => {
              const id = String(row[entity.key]);
              return (
                <TableRow
                  key={id}
                  {...{ columns, labels, row, id }}
                  tick={selects ? tick(id) : undefined}
                  open={id === openId}
                  href={hrefs[at]}
                />
              );
            })}
          </tbody>
        </table>
      </div>
      {first && <CopyCell body={body} valueAt={valueAt} first={first} />}
    </div>
  );
}
/** Placeholder of a record's key in the translated label. */
const MARK = "\u0001";
