/** One row of a list. Memoised: renders only when its record or the columns change. */
import { memo, type ReactNode } from "react";
import type { Row } from "../model/entity.ts";
import { currencyOf } from "../entity/values.ts";
import { type Column, shownValue, signOf } from "../cells/cell.tsx";
import { estimateWidth } from "../cells/columns.ts";
import { figures } from "../cells/amount-privacy.tsx";
import type { Labels } from "../model/wire.ts";

interface TableRowProps {
  columns: readonly Column[];
  labels: Labels;
  row: Row;
  id: string;
  open: boolean;
  /** URL of the record, linked from the first cell. Absent: the row cannot be opened. */
  href?: string | undefined;
  /** Label of the row's checkbox; absent: rows cannot be selected. */
  tick?: string | undefined;
}
/**
 * Has no handlers and no state: the table body handles events (`Grid.tsx`), marks selected rows (`use-row-selection.tsx`) and
 * moves one copy button (`CopyCell.tsx`).
 */
export const TableRow = memo(function Line({ columns, labels, row, id, open, href, tick }: TableRowProps) {
  return (
    <tr data-open={open || undefined} data-id={id} tabIndex={-1}>
      {tick !== undefined && (
        <td className="pt-tick">
          <input type="checkbox" aria-label={tick} data-tick />
        </td>
      )}
      {columns.map((column, index) =>
        index > 0
          ? plain(column, row, labels)
          : href !== undefined
            ? opener(column, row, labels, id, href)
            : plain(column, row, labels, "pt-first "),
      )}
    </tr>
  );
});

/** Width of the currency code beside an amount, in px. */
const ISO = 36;

/**
 * Renders a cell as a bare `<td>` where the kind allows, and clips only values that may not fit (`data-cut`): a box per
 * value and a clip per cell took half of a list's layout and paint time.
 */
function plain(column: Column, row: Row, labels: Labels, first = ""): ReactNode {
  const { field, room, hidden } = column;
  const { name, kind } = field;
  const text = column.words(row, labels);
  const currency = text === "" ? undefined : currencyOf(field, row);
  if (currency) {
    return (
      <td
        key={name}
        data-align={kind.align}
        className={`${first}money`}
        data-sign={hidden === undefined ? signOf(text) : undefined}
        data-cut={(hidden === undefined && estimateWidth(text) + ISO > room) || undefined}
      >
        {figures(text, hidden)}
        <span className="iso">{currency}</span>
      </td>
    );
  }
  return (
    <td
      key={name}
      data-align={kind.align}
      className={first.trim() || undefined}
      data-cut={estimateWidth(text) > room || undefined}
    >
      {/* CSS renders the dash of an empty cell. */}
      {text !== "" && inner(column, row, text)}
    </td>
  );
}

const opener = (column: Column, row: Row, labels: Labels, id: string, href: string): ReactNode => {
  const text = column.words(row, labels);
  return (
    <td key={column.field.name} data-align={column.field.kind.align} className="pt-first">
      <a href={href} className="pt-link" data-opens>
        {text === "" ? id : inner(column, row, text)}
      </a>
    </td>
  );
};

/** Number of trailing characters kept visible when a number is cut: they tell records apart. */
const TAIL = 6;

/** Cuts a long number in the middle when it does not fit. The text stays whole for screen readers and copying. */
function inner(column: Column, row: Row, text: string): ReactNode {
  if (column.field.kind.ellipsis !== "middle" || text.length <= TAIL * 2 || estimateWidth(text) <= column.room)
    return shownValue(column, row, text);
  return (
    <span className="pt-middle">
      <span>{text.slice(0, -TAIL)}</span>
      <span>{text.slice(-TAIL)}</span>
    </span>
  );
}
