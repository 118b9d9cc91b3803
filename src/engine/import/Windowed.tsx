/** Virtualised table with a fixed row height. Only visible rows are in the DOM; aria-rowcount gives the total. */
import { type ReactNode, useState } from "react";

interface WindowedProps<R> {
  rows: readonly R[];
  /** Row height, in px. */
  height: number;
  label: string;
  head: ReactNode;
  /** Renders a `<tr>`. `at`: 0-based index over all rows. */
  renderRow(row: R, at: number): ReactNode;
  columns: number;
}
/** Up to this number all rows are rendered. */
const MAX_RENDERED = 100;
const VIEW = 560;
const SPARE = 8;

export function Windowed<R>({ rows, height, label, head, renderRow, columns }: WindowedProps<R>) {
  const [top, setTop] = useState(0);
  const all = rows.length <= MAX_RENDERED;
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
    // Focusable, so that it scrolls by keyboard.
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
