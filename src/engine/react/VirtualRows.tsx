/** Rows of a long table by TanStack Virtual: those in view, some around them, and the one that has the focus. */
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { Fragment, type ReactNode, type Ref, useImperativeHandle } from "react";

/** Scrolls a row into view, so that it is rendered. */
export interface RowScroller {
  /** `at`: 0-based index over all rows. */
  show(at: number): void;
}
export interface VirtualRowsProps {
  count: number;
  /** Row height, in px; of measured rows the usual one. */
  height: number;
  /** Element that scrolls. */
  scroller: HTMLElement;
  columns: number;
  /**
   * Renders a `<tr>` with `aria-rowindex`. `at`: 0-based index over all rows. `measure`: its ref where rows differ in
   * height; they have `data-index`.
   */
  renderRow(at: number, measure: (row: HTMLElement | null) => void): ReactNode;
  ref?: Ref<RowScroller>;
}
/** Rows rendered on each side of the view. */
const SPARE = 8;

export function VirtualRows({ count, height, scroller, columns, renderRow, ref }: VirtualRowsProps) {
  // Nothing here is memoized.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => height,
    overscan: SPARE,
    // A row that leaves the view while it is edited would lose what was typed.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...findFocusedRow(scroller, count)])].toSorted((a, b) => a - b),
  });
  useImperativeHandle(ref, () => ({ show: (at: number) => virtualizer.scrollToIndex(at, { align: "center" }) }));
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

/** Returns the index of the row that has the focus; none when the focus is elsewhere. */
function findFocusedRow(scroller: HTMLElement, count: number): number[] {
  const row = document.activeElement?.closest("tr[aria-rowindex]");
  if (!row || !scroller.contains(row)) return [];
  // The header is row 1.
  const at = Number(row.getAttribute("aria-rowindex")) - 2;
  return at >= 0 && at < count ? [at] : [];
}

function Gap({ height, columns }: { height: number; columns: number }) {
  return height > 0 ? (
    <tr aria-hidden style={{ height }}>
      {/* A gap, not a control. */}
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
      <td colSpan={columns} />
    </tr>
  ) : null;
}
