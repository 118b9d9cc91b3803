/**
 * Table with a fixed row height. When there are many rows, only those in view are in the DOM; aria-rowcount gives the
 * total.
 */
import { type ReactNode, useState } from "react";
import { LongRows } from "../grid/LongRows.tsx";

interface VirtualTableProps<R> {
  rows: readonly R[];
  /** Row height in pixels. */
  height: number;
  label: string;
  head: ReactNode;
  /** Renders a `<tr>`. `index` is the 0-based index among all rows. */
  renderRow(row: R, index: number): ReactNode;
  columns: number;
}
/** Number of rows up to which all are rendered. */
const MAX_RENDERED = 100;
/** Number of rows rendered until the virtualisation code has loaded. */
const FIRST = 20;

export function VirtualTable<R>({ rows, height, label, head, renderRow, columns }: VirtualTableProps<R>) {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  return (
    // Focusable, so that it can be scrolled by keyboard.
    <div className="pi-scroll" tabIndex={0} role="group" aria-label={label} ref={setScroller}>
      <table className="pi-table" aria-label={label} aria-rowcount={rows.length + 1}>
        <thead>{head}</thead>
        <tbody>
          <LongRows
            count={rows.length}
            max={MAX_RENDERED}
            first={FIRST}
            {...{ height, scroller, columns }}
            renderRow={(index) => rows.slice(index, index + 1).map((row) => renderRow(row, index))}
          />
        </tbody>
      </table>
    </div>
  );
}
