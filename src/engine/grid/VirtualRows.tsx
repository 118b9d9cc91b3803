/** Virtualised rows of a long table (TanStack Virtual): those in view, some around them, and the focused one. */
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { Fragment, type ReactNode, type Ref, useImperativeHandle } from "react";

/** Scrolls rows into view, so that they are rendered. */
export interface RowScroller {
  /** Scrolls to the row at the 0-based `index` among all rows. */
  show(index: number): void;
}
export interface VirtualRowsProps {
  count: number;
  /** Row height in pixels, or an estimate if rows are measured. */
  height: number;
  /** The scrolling element. */
  scroller: HTMLElement;
  columns: number;
  /**
   * Renders a `<tr>` with `aria-rowindex`. `index` is the 0-based index among all rows. Rows that vary in height need
   * `measure` as their ref, and `data-index`.
   */
  renderRow(index: number, measure?: (row: HTMLElement | null) => void): ReactNode;
  ref?: Ref<RowScroller>;
}
/** Number of rows rendered beyond each end of the viewport. */
const SPARE = 8;

export function VirtualRows({ count, height, scroller, columns, renderRow, ref }: VirtualRowsProps) {
  // The rule concerns memoised components, and nothing here is memoised.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => height,
    overscan: SPARE,
    // Keeps the row being edited mounted, because unmounting it would lose the typed text.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...findFocusedRow(scroller, count)])].toSorted((a, b) => a - b),
  });
  useImperativeHandle(ref, () => ({ show: (index: number) => virtualizer.scrollToIndex(index, { align: "center" }) }));
  const items = virtualizer.getVirtualItems();
  return (
    <>
      {items.map((item, order) => (
        <Fragment key={item.index}>
          <Gap height={item.start - (items[order - 1]?.end ?? 0)} columns={columns} />
          {renderRow(item.index, virtualizer.measureElement)}
        </Fragment>
      ))}
      <Gap height={virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)} columns={columns} />
    </>
  );
}

/** Returns the index of the focused row in an array, which is empty when the focus is elsewhere. */
function findFocusedRow(scroller: HTMLElement, count: number): number[] {
  const row = document.activeElement?.closest("tr[aria-rowindex]");
  if (!row || !scroller.contains(row)) return [];
  // The header is row 1 of `aria-rowindex`, so the first data row has the value 2.
  const index = Number(row.getAttribute("aria-rowindex")) - 2;
  return index >= 0 && index < count ? [index] : [];
}

function Gap({ height, columns }: { height: number; columns: number }) {
  return height > 0 ? (
    <tr aria-hidden style={{ height }}>
      {/* An empty spacer cell, not a control. */}
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
      <td colSpan={columns} />
    </tr>
  ) : null;
}
