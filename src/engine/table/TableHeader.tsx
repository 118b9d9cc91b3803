/** Header row: sort buttons, sort indexes and the page's checkbox. Rendered twice while the header floats. */
import type { Header, RowData } from "@tanstack/react-table";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { useSyncExternalStore } from "react";
import type { Entity, Row } from "../model/entity.ts";
import { usePorts } from "../react/ports-context.tsx";
import type { features } from "./features.tsx";
import type { Selection } from "../operation/selection.ts";

interface TableHeaderProps {
  entity: Entity;
  headers: readonly Header<typeof features, Row & RowData, unknown>[];
  rows: readonly Row[];
  selection?: Selection | undefined;
  onSort(name: string, add: boolean): void;
  /** True for the floating copy, which is for the mouse only; screen readers and keyboard use the original. */
  copy?: boolean | undefined;
}
export function TableHeader({ entity, headers, rows, selection, onSort, copy }: TableHeaderProps) {
  const several = headers.filter((header) => header.column.getIsSorted()).length > 1;
  return (
    <thead>
      <tr>
        {selection && (
          <th scope="col" className="pt-tick">
            <PageTick entity={entity} rows={rows} selection={selection} tab={copy ? -1 : undefined} />
          </th>
        )}
        {headers.map((header, index) => {
          const sorted = header.column.getIsSorted();
          const label = String(header.column.columnDef.header);
          return (
            <th
              key={header.id}
              scope="col"
              className={index === 0 ? "pt-first" : undefined}
              data-align={entity.field(header.id).kind.align}
              aria-sort={sorted === "asc" ? "ascending" : sorted === "desc" ? "descending" : undefined}
            >
              {header.column.getCanSort() ? (
                <button
                  type="button"
                  className="pt-sort"
                  tabIndex={copy ? -1 : undefined}
                  onClick={(event) => onSort(header.id, event.shiftKey)}
                >
                  <span>{label}</span>
                  {sorted === "asc" ? (
                    <ArrowUp size={14} aria-hidden />
                  ) : sorted === "desc" ? (
                    <ArrowDown size={14} aria-hidden />
                  ) : (
                    <ChevronsUpDown size={14} aria-hidden />
                  )}
                  {sorted && several && <span className="pt-sort-at">{header.column.getSortIndex() + 1}</span>}
                </button>
              ) : (
                <span>{label}</span>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function PageTick({
  entity,
  rows,
  selection,
  tab,
}: {
  entity: Entity;
  rows: readonly Row[];
  selection: Selection;
  tab?: number | undefined;
}) {
  const { word } = usePorts();
  const state = useSyncExternalStore(selection.subscribe, () =>
    selection.ofPage(rows.map((row) => String(row[entity.key]))),
  );
  return (
    <label className="pt-box">
      <input
        type="checkbox"
        tabIndex={tab}
        aria-label={word("list.selectPage")}
        checked={state === "all"}
        ref={(element) => {
          if (element) element.indeterminate = state === "some";
        }}
        onChange={() => selection.togglePage(rows)}
      />
    </label>
  );
}
