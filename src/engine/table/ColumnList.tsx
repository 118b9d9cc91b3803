/** Shows, hides and orders columns by mouse, touch or keyboard. Also sets the row height and the grouping. */
import { type ReactNode, useRef, useState } from "react";
import { usePorts } from "../react/ports-context.tsx";
import { ChevronDown, ChevronUp, GripVertical, Pin } from "lucide-react";
import type { ListTable } from "./features.tsx";
import type { MenuProps } from "./list-menus.tsx";
import { type ColumnMoves, useColumnMoves } from "./use-column-moves.tsx";
import { GroupMenu } from "./phone.tsx";
import { type Columns, DENSITIES } from "./use-columns.tsx";

export interface ColumnListProps {
  table: ListTable;
  columns: Columns;
  groups: MenuProps;
}
export function ColumnList({ table, columns, groups }: ColumnListProps) {
  const { t } = usePorts();
  const list = useRef<HTMLUListElement>(null);
  const [announcement, setAnnouncement] = useState("");
  const moves = useColumnMoves(table, list, setAnnouncement);
  const reset = () => {
    columns.reset();
    table.resetColumnSizing(true);
  };
  const isSized = Object.keys(table.state.columnSizing).length > 0;
  return (
    <div className="pt-columns">
      <GroupMenu {...groups} />
      <RowHeight columns={columns} />
      <div className="pt-columns-head">
        <h2>{t("list.columns")}</h2>
        <button type="button" className="pt-clear" disabled={!columns.changed && !isSized} onClick={reset}>
          {t("list.columnsReset")}
        </button>
      </div>
      <p className="pt-quiet">{t("list.columnsHelp")}</p>
      <p className="sr-only" role="status">
        {announcement}
      </p>
      <ul ref={list}>
        {table.getAllLeafColumns().map((column) => (
          <ColumnItem key={column.id} column={column} moves={moves} />
        ))}
      </ul>
    </div>
  );
}

function RowHeight({ columns }: Pick<ColumnListProps, "columns">) {
  const { t } = usePorts();
  return (
    <fieldset className="pt-density">
      <legend>{t("list.density")}</legend>
      {DENSITIES.map((density) => (
        <label key={density}>
          <input
            type="radio"
            name="density"
            checked={columns.density === density}
            onChange={() => columns.setDensity(density)}
          />
          {t(`list.density.${density}`)}
        </label>
      ))}
    </fieldset>
  );
}

type ListColumn = ReturnType<ListTable["getAllLeafColumns"]>[number];

/** A column in the column list, with its visibility, pin and position. */
function ColumnItem({ column, moves }: { column: ListColumn; moves: ColumnMoves }) {
  const name = column.id;
  const { shown } = moves;
  const on = shown.includes(name);
  return (
    <li
      data-column={name}
      draggable={on}
      onDragStart={() => moves.onDragStart(name)}
      onDragOver={moves.onDragOver}
      onDrop={(event) => moves.onDrop(event, name)}
      onKeyDown={(event) => moves.onKeyDown(event, name)}
    >
      <GripVertical size={14} strokeWidth={1.5} aria-hidden data-off={!on || undefined} />
      <label>
        <input
          type="checkbox"
          checked={on}
          disabled={on && shown.length === 1}
          onChange={column.getToggleVisibilityHandler()}
        />
        {moves.label(name)}
      </label>
      {on && <ColumnButtons column={column} moves={moves} />}
    </li>
  );
}

/** Buttons that pin a visible column and move it up and down. */
function ColumnButtons({ column, moves: { shown, label, move } }: { column: ListColumn; moves: ColumnMoves }) {
  const { t } = usePorts();
  const name = column.id;
  const index = shown.indexOf(name);
  const pin = t("list.pin", { column: label(name) });
  const renderMove = (text: string, icon: ReactNode, by: 1 | -1) => (
    <button
      type="button"
      className="pt-move"
      aria-label={text}
      disabled={shown[index + by] === undefined}
      onClick={() => move(name, index + by)}
    >
      {icon}
    </button>
  );
  return (
    <span className="pt-column-moves">
      <button
        type="button"
        className="pt-move"
        aria-pressed={Boolean(column.getIsPinned())}
        aria-label={pin}
        title={pin}
        onClick={() => column.pin(column.getIsPinned() ? false : "start")}
      >
        <Pin size={16} strokeWidth={1.5} aria-hidden />
      </button>
      {renderMove(t("form.moveUp", { label: label(name) }), <ChevronUp size={16} strokeWidth={1.5} aria-hidden />, -1)}
      {renderMove(
        t("form.moveDown", { label: label(name) }),
        <ChevronDown size={16} strokeWidth={1.5} aria-hidden />,
        1,
      )}
    </span>
  );
}
