/** A row of a list, memoised so that it re-renders only when its record, its labels or the columns change. */
import { memo, type ReactNode } from "react";
import type { Row } from "../model/entity.ts";
import { findCurrency } from "../entity/values.ts";
import { renderFormattedValue, findZero } from "../cells/cell.tsx";
import { cellRenderers } from "../cells/cell-renderers.tsx";
import { renderFigures } from "../cells/amount-privacy.tsx";
import type { Labels } from "../model/wire.ts";
import { estimateWidth, isFitting } from "./column-span.tsx";
import type { GridColumn } from "./use-grid-columns.tsx";

interface TableRowProps {
  columns: readonly GridColumn[];
  labels: Labels;
  row: Row;
  id: string;
  open: boolean;
  /** Whether the first cell links to the record. The table sets the URL (`useRowLinks`). */
  opens: boolean;
  /** Label of the row's checkbox. Undefined when rows cannot be selected. */
  tick?: string | undefined;
}
/**
 * Row without handlers or state. The table body handles events (`Grid.tsx`), sets the links (`useRowLinks`), marks
 * selected rows (`use-row-selection.tsx`) and moves a single copy button (`CopyCell.tsx`).
 */
export const TableRow = memo(function Line({ columns, labels, row, id, open, opens, tick }: TableRowProps) {
  return (
    <tr data-open={open || undefined} data-id={id} tabIndex={-1}>
      {tick !== undefined && (
        <td className="pt-tick">
          <input type="checkbox" aria-label={tick} data-tick />
        </td>
      )}
      {columns.map((column, index) =>
        index === 0 && opens ? renderOpener(columns, row, labels, id) : renderPlain(column, row, labels),
      )}
    </tr>
  );
});

/** Width of the currency code next to an amount in pixels. */
const ISO = 36;

/**
 * Renders a cell as a plain `<td>` where the kind allows it, and wraps or clips only values that may not fit. An extra
 * element with a clip in every cell took half of a list's layout and paint time.
 */
function renderPlain(column: GridColumn, row: Row, labels: Labels): ReactNode {
  const { field, room, hidden, stuck, pin } = column;
  const { name, kind } = field;
  const text = column.formatText(row, labels);
  const currency = text === "" ? undefined : findCurrency(field, row);
  if (currency) {
    return (
      <td
        key={name}
        data-align={kind.align}
        className={stuck ? `${stuck} money` : "money"}
        style={pin}
        data-sign={hidden === undefined ? findZero(text) : undefined}
        data-cut={(hidden === undefined && estimateWidth(text) + ISO > room) || undefined}
      >
        {renderFigures(text, hidden)}
        <span className="iso">{currency}</span>
      </td>
    );
  }
  return (
    <td key={name} data-align={kind.align} className={stuck} style={pin} {...readOverflow(column, text)}>
      {/* CSS renders the dash of an empty cell. */}
      {text !== "" && renderInner(column, row, text)}
    </td>
  );
}

/**
 * Returns how a value that may not fit is shown. Names and states wrap to a second line (`data-wrap`); other values are
 * truncated at the end (`data-cut`), unless they are truncated in the middle.
 */
function readOverflow(column: GridColumn, text: string): { "data-wrap"?: ""; "data-cut"?: true } {
  if (isFitting(column, text, column.room)) return {};
  if (column.wraps) return { "data-wrap": "" };
  return isMiddle(column, text) ? {} : { "data-cut": true };
}

/** Returns whether a number is truncated in the middle when it does not fit. */
const isMiddle = ({ field }: GridColumn, text: string): boolean =>
  field.kind.ellipsis === "middle" && text.length > TAIL * 2;

/** Renders the link that opens the record. It names the record by the first column with a value, or else by its id. */
const renderOpener = (columns: readonly GridColumn[], row: Row, labels: Labels, id: string): ReactNode => {
  const [column] = columns;
  if (!column) return null;
  const named = columns.find(({ formatText }) => formatText(row, labels) !== "") ?? column;
  const text = named.formatText(row, labels);
  return (
    <td
      key={column.field.name}
      data-align={column.field.kind.align}
      className={column.stuck}
      {...readOverflow(column, text)}
    >
      {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- the table sets the URL. */}
      <a className="pt-link" data-opens>
        {/* Kinds with a custom renderer may render a link, and links must not be nested. */}
        {text === "" ? id : cellRenderers.has(named.field.kind.name) ? text : renderInner(named, row, text)}
      </a>
    </td>
  );
};

/** Number of trailing characters that stay visible when a number is truncated, because they distinguish records. */
const TAIL = 6;

/** Truncates a long number in the middle when it does not fit. Screen readers and copying still get the full text. */
function renderInner(column: GridColumn, row: Row, text: string): ReactNode {
  if (!isMiddle(column, text) || isFitting(column, text, column.room)) return renderFormattedValue(column, row, text);
  return (
    <span className="pt-middle">
      <span>{text.slice(0, -TAIL)}</span>
      <span>{text.slice(-TAIL)}</span>
    </span>
  );
}
