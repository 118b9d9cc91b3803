/**
 * Table with a fixed row height. When there are many rows, only those in view are in the DOM; aria-rowcount gives the
 * total.
 */
import { type ReactNode, useState } from "react";
import { createLazyPart } from "../react/lazy-part.tsx";
import type { VirtualRowsProps } from "../react/VirtualRows.tsx";

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

const VirtualRows = createLazyPart<VirtualRowsProps>(
  () => import("../react/VirtualRows.tsx").then((module) => module.VirtualRows),
  ({ count, renderRow }) =>
    Array.from({ length: Math.min(count, FIRST) }, (_row, index) => renderRow(index, () => undefined)),
);

export function VirtualTable<R>({ rows, height, label, head, renderRow, columns }: VirtualTableProps<R>) {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const renderAt = (index: number) => rows.slice(index, index + 1).map((row) => renderRow(row, index));
  return (
    // Focusable, so that it can be scrolled by keyboard.
    <div className="pi-scroll" tabIndex={0} role="group" aria-label={label} ref={setScroller}>
      <table className="pi-table" aria-label={label} aria-rowcount={rows.length + 1}>
        <thead>{head}</thead>
        <tbody>
          {rows.length <= MAX_RENDERED
            ? rows.map(renderRow)
            : scroller && (
                <VirtualRows
                  count={rows.length}
                  renderRow={(index) => renderAt(index)}
                  {...{ height, scroller, columns }}
                />
              )}
        </tbody>
      </table>
    </div>
  );
}
