/** Header row: sort buttons, sort indexes and the page's checkbox. Rendered twice while the header floats. */
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { Entity } from "../model/entity.ts";
import { usePorts } from "../react/ports-context.tsx";
import type { ListTable } from "./features.tsx";
import { ResizeHandle } from "./ResizeHandle.tsx";
import { clickSort } from "./sorting.tsx";
import type { GridColumn } from "./use-grid-columns.tsx";

// Constant elements, so that React does not render the icons again with the header.
const SORT_ICONS = {
  asc: <ArrowUp size={14} aria-hidden />,
  desc: <ArrowDown size={14} aria-hidden />,
  none: <ChevronsUpDown size={14} aria-hidden />,
};

interface TableHeaderProps {
  entity: Entity;
  table: ListTable;
  columns: readonly GridColumn[];
  /** Whether rows have a checkbox and can be selected. */
  selects: boolean;
  /** Whether this is the floating copy, which only the mouse uses. Screen readers and the keyboard use the original. */
  copy?: boolean | undefined;
}
export function TableHeader({ entity, table, columns, selects, copy }: TableHeaderProps) {
  const headers = table.getLeafHeaders();
  const several = headers.filter((header) => header.column.getIsSorted()).length > 1;
  return (
    <thead>
      <tr>
        {selects && (
          <th scope="col" className="pt-tick">
            <table.Subscribe source={table.atoms.rowSelection}>
              {() => <PageTick table={table} tab={copy ? -1 : undefined} />}
            </table.Subscribe>
          </th>
        )}
        {headers.map((header, index) => {
          const sorted = header.column.getIsSorted();
          const label = String(header.column.columnDef.header);
          return (
            <th
              key={header.id}
              scope="col"
              // Excludes the name of the resize handle inside the header.
              aria-label={label}
              data-column={copy ? undefined : header.id}
              className={columns[index]?.stuck}
              style={columns[index]?.pin}
              data-align={entity.field(header.id).kind.align}
              aria-sort={sorted === "asc" ? "ascending" : sorted === "desc" ? "descending" : undefined}
            >
              {header.column.getCanSort() ? (
                <button
                  type="button"
                  className="pt-sort"
                  tabIndex={copy ? -1 : undefined}
                  onClick={(event) => clickSort(header.column, several, event.shiftKey)}
                >
                  <span>{label}</span>
                  {SORT_ICONS[sorted || "none"]}
                  {sorted && several && <span className="pt-sort-at">{header.column.getSortIndex() + 1}</span>}
                </button>
              ) : (
                <span>{label}</span>
              )}
              <ResizeHandle table={table} header={header} copy={copy} />
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function PageTick({ table, tab }: { table: ListTable; tab?: number | undefined }) {
  const { t } = usePorts();
  // The table builds an object for each row when first queried, so skip that when nothing is selected.
  const some = table.getIsSomeRowsSelected() && table.getIsSomePageRowsSelected();
  const all = some && table.getIsAllPageRowsSelected();
  return (
    <label className="pt-box">
      <input
        type="checkbox"
        tabIndex={tab}
        aria-label={t("list.selectPage")}
        checked={all}
        ref={(element) => {
          if (element) element.indeterminate = some && !all;
        }}
        onChange={() => table.toggleAllPageRowsSelected(!all)}
      />
    </label>
  );
}
