/**
 * Renders a native table rather than role=grid, so that screen readers stay in browse mode. Columns and sort order
 * come from the table instance; cells are plain `<td>` elements. Rows are laid out as CSS grids, so that the
 * browser skips those out of sight.
 */
import {
  type ChangeEvent,
  memo,
  type MouseEvent,
  type SyntheticEvent,
  useMemo,
  useRef,
  useState,
  type RefObject,
  useLayoutEffect,
  useCallback,
  useEffect,
} from "react";
import type { Entity, Row } from "../model/entity.ts";
import { useAmountsHidden } from "../cells/amount-privacy.tsx";
import { isPlainClick } from "../react/Link.tsx";
import { createLazyPart } from "../react/lazy-part.tsx";
import { usePorts } from "../react/ports-context.tsx";
import type { CopyCellProps } from "./CopyCell.tsx";
import type { ListTable } from "./features.tsx";
import { TICK_WIDTH } from "./fit-columns.tsx";
import { nameRow } from "./row-name.tsx";
import { TableHeader } from "./TableHeader.tsx";
import { TableRow } from "./TableRow.tsx";
import type { Labels } from "../model/wire.ts";
import { useGridColumns } from "./use-grid-columns.tsx";
import { type RowSelection, useRowMarks } from "./use-row-selection.tsx";

// Loaded when the pointer or focus first enters a row.
const CopyCell = createLazyPart(
  () => import("./CopyCell.tsx").then((module) => module.CopyCell),
  () => null,
);

const CellRange = createLazyPart(
  () => import("./CellRange.tsx").then((module) => module.CellRange),
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
  /** Opens a record. Undefined when rows cannot be opened. */
  onOpen?: ((id: string) => void) | undefined;
  /** Returns the URL of a row's record. Plain clicks call `onOpen`; the browser handles all others. */
  hrefOf(id: string): string;
  /** Undefined when rows cannot be selected and have no checkbox. */
  selection: RowSelection | undefined;
  density: string;
}

export function Grid(props: GridProps) {
  const { entity, table, rows, labels, onOpen, selection } = props;
  const selects = selection !== undefined;
  const ticks = selects ? TICK_WIDTH : 0;
  const { columns, widths } = useGridColumns({ entity, table, rows, labels, ticks });
  const scroller = useRef<HTMLDivElement>(null);
  const edge = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const floating = useStickyHeader(edge, scroller);
  const [first, setFirst] = useState<Element>();
  const approach = (event: SyntheticEvent) => first ?? (event.target instanceof Element && setFirst(event.target));
  useRowMarks(body, selection?.all, rows);
  useRowLinks(body, onOpen && props.hrefOf, [rows, labels, columns]);
  const head = { entity, table, columns, selection };
  const tracks = [...(selects ? [`${TICK_WIDTH}px`] : []), ...widths.columns].join(" ");
  const style = { width: widths.table, "--column-tracks": tracks } as object;
  const shape = { className: "pt-table", "data-ticks": selects ? "" : undefined, style };
  return (
    <div className="pt-grid">
      <div ref={edge} />
      {floating.on && (
        <div className="pt-float" aria-hidden ref={floating.ref}>
          <table {...shape} role="presentation">
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
          {...shape}
          data-density={props.density}
          aria-busy={props.busy}
          aria-rowcount={props.total === undefined ? -1 : props.total + 1}
        >
          <caption className="sr-only">{props.caption}</caption>
          <TableHeader {...head} />
          <tbody
            ref={body}
            {...createRowHandlers(selection, onOpen)}
            onPointerOver={approach}
            onFocus={approach}
            data-opens-rows={onOpen && ""}
          >
            <GridRows {...{ entity, rows, labels, columns, selects, onOpen }} openId={props.openId} />
          </tbody>
        </table>
      </div>
      {first && <CellTools {...props} selects={selects} body={body} columns={columns} first={first} />}
    </div>
  );
}

/** Tools for individual cells: the copy button and cell ranges. */
function CellTools({
  body,
  columns,
  first,
  ...props
}: GridProps & Pick<CopyCellProps, "body" | "first"> & { columns: GridColumns; selects: boolean }) {
  const { entity, rows, labels, selects } = props;
  return (
    <>
      <CopyCell body={body} valueAt={createCopy(props, columns)} first={first} />
      <CellRange
        {...{ body, entity, rows, labels }}
        columns={columns.map(({ field }) => field.name)}
        before={selects ? 1 : 0}
      />
    </>
  );
}

type GridColumns = ReturnType<typeof useGridColumns>["columns"];

type GridRowsProps = Pick<GridProps, "entity" | "rows" | "labels" | "openId" | "onOpen"> & {
  columns: GridColumns;
  selects: boolean;
};
/** Rows of the body, memoised so that a change of the query renders none of them before its rows are loaded. */
const GridRows = memo(function GridRows({ entity, rows, labels, selects, openId, onOpen, columns }: GridRowsProps) {
  const { t, lang } = usePorts();
  const isHidden = useAmountsHidden() !== undefined;
  const tick = useMemo(() => {
    // Translates the label once for all checkboxes.
    const [before, after = ""] = t("list.select", { id: MARK }).split(MARK);
    return (name: string) => `${before}${name}${after}`;
  }, [t]);
  return rows.map((row) => {
    const id = String(row[entity.key]);
    return (
      <TableRow
        key={id}
        {...{ columns, labels, row, id }}
        opens={onOpen !== undefined}
        tick={selects ? tick(nameRow({ entity, row, labels }, lang, isHidden)) : undefined}
        open={id === openId}
      />
    );
  });
});

/**
 * Creates the row handlers, attached to the table body: a click selects or opens a row, and its checkbox toggles it.
 */
function createRowHandlers(selection: RowSelection | undefined, onOpen: GridProps["onOpen"]) {
  const idOf = (target: Element) => target.closest<HTMLElement>("tr[data-id]")?.dataset.id;
  return {
    onClick(event: MouseEvent<HTMLTableSectionElement>) {
      const target = event.target as Element;
      const id = idOf(target);
      const onLink = target.closest("[data-opens]") !== null;
      if (
        !id ||
        target.closest("a:not([data-opens]),input,label") ||
        (onLink ? !isPlainClick(event) : getSelection()?.toString())
      )
        return;
      if (onLink) event.preventDefault();
      // A click next to the checkbox counts as a click on it.
      if (target.closest(".pt-tick")) selection?.toggle(id, event.shiftKey);
      else onOpen?.(id);
    },
    onChange(event: ChangeEvent<HTMLTableSectionElement>) {
      const id = idOf(event.target);
      if (id !== undefined) selection?.toggle(id, (event.nativeEvent as unknown as globalThis.MouseEvent).shiftKey);
    },
  };
}

/** Creates a function that returns what a cell's copy button copies, or undefined when there is nothing to copy. */
function createCopy(
  { entity, rows, labels, selects }: Pick<GridProps, "entity" | "rows" | "labels"> & { selects: boolean },
  columns: GridColumns,
): CopyCellProps["valueAt"] {
  return (cell) => {
    const column = columns[cell.cellIndex - (selects ? 1 : 0)];
    const id = cell.closest("tr")?.dataset.id;
    if (!column?.copies) return undefined;
    const row = rows.find((row) => String(row[entity.key]) === id);
    return (row && column.formatText(row, labels)) || undefined;
  };
}

/** Placeholder for a record's key in the translated label. */
const MARK = "\u0001";

/**
 * Sets the URLs of the rows' links whenever the rows or `hrefOf` change. `hrefOf` is undefined when rows cannot be
 * opened, and `rendered` is everything that the rows are rendered from.
 */
function useRowLinks(
  body: RefObject<HTMLTableSectionElement | null>,
  hrefOf: ((id: string) => string) | undefined,
  rendered: readonly unknown[],
): void {
  useLayoutEffect(() => {
    if (!hrefOf) return;
    for (const link of body.current?.querySelectorAll("[data-opens]") ?? []) {
      const id = link.closest("tr")?.dataset.id;
      const href = id && hrefOf(id);
      if (href && link.getAttribute("href") !== href) link.setAttribute("href", href);
    }
    // oxlint-disable-next-line react/exhaustive-deps
  }, [body, hrefOf, ...rendered]);
}

interface StickyHeader {
  on: boolean;
  /** Ref of the floating header's container. */
  ref(element: HTMLDivElement | null): void;
  onScroll(): void;
  /** Whether the table is scrolled horizontally. The pinned column then shows an edge. */
  scrolled: boolean;
}
/** Manages the floating header. `edge` is an empty element at the top of the table. */
function useStickyHeader(
  edge: RefObject<HTMLDivElement | null>,
  scroller: RefObject<HTMLDivElement | null>,
): StickyHeader {
  const [on, setOn] = useState(false);
  const [scrolled, setScrolled] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!edge.current || typeof IntersectionObserver === "undefined") return undefined;
    const height = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--header")) || 0;
    const observer = new IntersectionObserver(
      ([entry]) => entry && setOn(!entry.isIntersecting && entry.boundingClientRect.top < height),
      { rootMargin: `-${height}px 0px 0px 0px` },
    );
    observer.observe(edge.current);
    return () => observer.disconnect();
  }, [edge]);
  const follow = useCallback(() => {
    const left = scroller.current?.scrollLeft ?? 0;
    if (box.current) box.current.scrollLeft = left;
    setScrolled(left > 0);
  }, [scroller]);
  const ref = useCallback(
    (element: HTMLDivElement | null) => {
      box.current = element;
      if (element) follow();
    },
    [follow],
  );
  return { on, ref, onScroll: follow, scrolled };
}
