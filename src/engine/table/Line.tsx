/** One row of a list. It renders again when its record or the columns change, and at nothing else. */
import { memo, type ReactNode } from "react";
import type { Row } from "../model/entity.ts";
import { currencyOf } from "../entity/values.ts";
import { type Column, shownValue, signOf } from "../cells/cell.tsx";
import { roughWidth } from "../cells/columns.ts";
import { figures } from "../cells/hidden.tsx";
import type { Labels } from "../model/wire.ts";

interface LineProps {
  columns: readonly Column[];
  labels: Labels;
  row: Row;
  id: string;
  open: boolean;
  /** Address of the record: the first cell's text is a link to it. Absent: the row leads nowhere. */
  href?: string;
  /** Name of the row's box; absent: rows are not chosen. */
  tick?: string;
}
/** The table's body listens for all rows (`Grid.tsx`), marks the chosen ones (`use-ticks.tsx`) and lends one copy button (`CopyCell.tsx`): a row has no handler and no state. */
export const Line = memo(function Line({ columns, labels, row, id, open, href, tick }: LineProps) {
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

/** Pixels of a currency's code behind its amount. */
const ISO = 36;

/**
 * A cell is its `<td>` and no more where the kind allows, and cuts only what may have no room (`data-cut`): a box around each value and a clip
 * around each cell took half of a list's layout and paint.
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
        data-cut={(hidden === undefined && roughWidth(text) + ISO > room) || undefined}
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
      data-cut={roughWidth(text) > room || undefined}
    >
      {/* Without a value the style sheet says so. */}
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

/** Last characters of a number that stay in sight when it is cut: they tell neighbours apart. */
const TAIL = 6;

/** A long number is cut in its middle where it has no room; one text for readers and for copying. */
function inner(column: Column, row: Row, text: string): ReactNode {
  if (column.field.kind.ellipsis !== "middle" || text.length <= TAIL * 2 || roughWidth(text) <= column.room)
    return shownValue(column, row, text);
  return (
    <span className="pt-middle">
      <span>{text.slice(0, -TAIL)}</span>
      <span>{text.slice(-TAIL)}</span>
    </span>
  );
}
