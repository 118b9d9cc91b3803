/** Lower bound: TanStack Table with its own row models, plain rows and cells, and our styles. */
import {
  createColumnHelper,
  createFilteredRowModel,
  createSortedRowModel,
  columnFilteringFeature,
  filterFns,
  rowSortingFeature,
  sortFns,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useState } from "react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import "@portolan/engine/theme.css";
import "../../../src/app/theme/tokens.css";
import "../../../src/engine/table/table.css";
import { COLUMNS, type OrderRow, STATES } from "../make.ts";
import { rows, serveList } from "../page.ts";

const features = tableFeatures({
  rowSortingFeature,
  columnFilteringFeature,
  sortedRowModel: createSortedRowModel(),
  filteredRowModel: createFilteredRowModel(),
  sortFns,
  filterFns,
});
const helper = createColumnHelper<typeof features, OrderRow>();
const words = new Map(STATES.map(([value, , en, tone]) => [value as string, { en, tone }]));
const day = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium", timeZone: "Asia/Shanghai" });
const groupThousands = (text: string) => text.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
const formatCell = (name: string, row: OrderRow) => {
  const value = String(row[name]);
  if (name === "amount" || name === "fee")
    return (
      <span className="money">
        {groupThousands(value)}
        <span className="iso">{row.currency}</span>
      </span>
    );
  if (name === "status")
    return (
      <span className="status" data-tone={words.get(value)?.tone}>
        {words.get(value)?.en}
      </span>
    );
  return name === "createdAt" ? day.format(new Date(value)) : value;
};
const columns = helper.columns(
  COLUMNS.map((name) =>
    helper.accessor((row) => (name === "amount" ? Number(row.amount) : row[name]), {
      id: name,
      header: name,
      ...(name === "status" ? { filterFn: "equalsString" as const } : {}),
    }),
  ),
);
let act: { sort(descending: boolean): void; filter(on: boolean): void };

function List() {
  const [sorting, setSorting] = useState<{ id: string; desc: boolean }[]>([]);
  const [columnFilters, setFilters] = useState<{ id: string; value: unknown }[]>([]);
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: (row) => row.orderNo,
    state: { sorting, columnFilters },
    onSortingChange: setSorting,
    onColumnFiltersChange: setFilters,
  });
  act = {
    sort: (desc) => setSorting([{ id: "amount", desc }]),
    filter: (on) => setFilters(on ? [{ id: "status", value: "done" }] : []),
  };
  return (
    <div className="pt-scroll">
      <table className="pt-table">
        <thead>
          <tr>
            {table.getFlatHeaders().map((header) => (
              <th key={header.id}>
                <button type="button" className="pt-sort" onClick={header.column.getToggleSortingHandler()}>
                  {header.id}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id}>
              {COLUMNS.map((name) => (
                <td key={name}>
                  <span className="pt-clip">{formatCell(name, row.original)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
let root: Root;
serveList({
  row: "tbody tr",
  mount(host) {
    root = createRoot(host);
    flushSync(() => root.render(<List />));
  },
  unmount: () => root.unmount(),
  sort: (descending) => act.sort(descending),
  filter: (on) => act.filter(on),
});
