/** Shows, hides and orders columns by mouse, touch or keyboard. Also sets the row height and the grouping. */
import { useRef, useState } from "react";
import { usePorts } from "../react/ports-context.tsx";
import { ColumnItem } from "./ColumnItem.tsx";
import type { GroupMenuProps } from "./GroupMenu.tsx";
import { GroupMenu } from "./phone.tsx";
import type { ListTable } from "./features.tsx";
import { useColumnMoves } from "./use-column-moves.tsx";
import { type Columns, DENSITIES } from "./use-columns.tsx";

export interface ColumnListProps {
  table: ListTable;
  columns: Columns;
  groups: GroupMenuProps;
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
