/** A column in the column list, with its visibility, pin and position. */
import { ChevronDown, ChevronUp, GripVertical, Pin } from "lucide-react";
import { usePorts } from "../react/ports-context.tsx";
import type { ListTable } from "./features.tsx";
import type { ColumnMoves } from "./use-column-moves.tsx";

type ListColumn = ReturnType<ListTable["getAllLeafColumns"]>[number];

export function ColumnItem({ column, moves }: { column: ListColumn; moves: ColumnMoves }) {
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
      <button
        type="button"
        className="pt-move"
        aria-label={t("form.moveUp", { label: label(name) })}
        disabled={index === 0}
        onClick={() => move(name, index - 1)}
      >
        <ChevronUp size={16} strokeWidth={1.5} aria-hidden />
      </button>
      <button
        type="button"
        className="pt-move"
        aria-label={t("form.moveDown", { label: label(name) })}
        disabled={index === shown.length - 1}
        onClick={() => move(name, index + 1)}
      >
        <ChevronDown size={16} strokeWidth={1.5} aria-hidden />
      </button>
    </span>
  );
}
