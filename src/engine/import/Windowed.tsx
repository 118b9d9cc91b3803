/** A table of thousands of rows of one height: only those in sight are there, and readers are told how many there are. */
import { type ReactNode, useState } from "react";

interface WindowedProps<R> {
  rows: readonly R[];
  /** Height of a row in px. */
  height: number;
  label: string;
  head: ReactNode;
  /** A `<tr>`; `at` counts from 0 over all rows. */
  renderRow(row: R, at: number): ReactNode;
  columns: number;
}
/** Below this all rows are there. */
const MOST = 100;
const VIEW = 560;
const SPARE = 8;

export function Windowed<R>({ rows, height, label, head, renderRow, columns }: WindowedProps<R>) {
  const [top, setTop] = useState(0);
  const all = rows.length <= MOST;
  const first = all ? 0 : Math.max(0, Math.min(Math.floor(top / height) - SPARE, rows.length - 1));
  const last = all ? rows.length : Math.min(rows.length, first + Math.ceil(VIEW / height) + 2 * SPARE);
  const gap = (count: number) =>
    count > 0 && (
      <tr aria-hidden style={{ height: count * height }}>
        {/* A gap, not a control. */}
        {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
        <td colSpan={columns} />
      </tr>
    );
  return (
    // It scrolls by the keyboard, so it can have the focus.
    <div
      className="pi-scroll"
      tabIndex={0}
      role="group"
      aria-label={label}
      onScroll={(event) => !all && setTop(event.currentTarget.scrollTop)}
    >
      <table className="pi-table" aria-label={label} aria-rowcount={rows.length + 1}>
        <thead>{head}</thead>
        <tbody>
          {gap(first)}
          {rows.slice(first, last).map((one, index) => renderRow(one, first + index))}
          {gap(rows.length - last)}
        </tbody>
      </table>
    </div>
  );
}
