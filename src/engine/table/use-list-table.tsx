/** Table instance of a list page. Its columns and sort order are controlled by the user's settings and the URL. */
import { createColumnHelper, useTable } from "@tanstack/react-table";
import { useEffect, useMemo } from "react";
import type { Entity, Row } from "../model/entity.ts";
import { isSortable } from "../entity/columns.ts";
import { usePorts } from "../react/ports-context.tsx";
import { MAX_WIDTH, MIN_WIDTH } from "./column-widths.tsx";
import { features, type ListTable } from "./features.tsx";
import { createSortingOptions } from "./sorting.tsx";
import type { Columns } from "./use-columns.tsx";
import type { ListPage } from "./use-list-page.tsx";

const helper = createColumnHelper<typeof features, Row>();
/** Column types whose initial sort is descending, since users look for the newest and largest. */
const DESC_FIRST: ReadonlySet<string> = new Set(["numeric", "bigint", "date", "timestamptz"]);

interface TableInput {
  entity: Entity;
  list: Pick<ListPage, "query" | "write"> & { state: Pick<ListPage["state"], "rows"> };
  columns: Columns;
}
export function useListTable({ entity, list, columns }: TableInput): ListTable {
  const { query, write } = list;
  const defs = useColumnDefs(entity, columns.offered);
  const { sorting, ...order } = useMemo(
    () =>
      createSortingOptions(query.sort.length > 0 ? query.sort : entity.list.sort, entity.list.sort, (sort) =>
        write({ ...query, sort, page: 1, cursor: undefined }, "push"),
      ),
    [query, entity, write],
  );
  const table = useTable(
    {
      features,
      columns: defs,
      data: list.state.rows as Row[],
      getRowId: (row) => String(row[entity.key]),
      state: { ...columns.state, sorting },
      ...columns.handlers,
      ...order,
      manualSorting: true,
      initialState: { columnSizing: columns.widths },
      columnResizeMode: "onEnd",
    },
    // State of columns and sort order re-renders the page anyway, and drags must not re-render anything.
    ({ columnSizing }) => ({ columnSizing }),
  );
  const { columnSizing } = table.atoms;
  const { setWidths } = columns;
  useEffect(() => {
    const { unsubscribe } = columnSizing.subscribe(setWidths);
    return unsubscribe;
  }, [columnSizing, setWidths]);
  return table;
}

function useColumnDefs(entity: Entity, names: readonly string[]) {
  const { lang } = usePorts();
  return useMemo(
    () =>
      helper.columns(
        names.map((name) =>
          helper.accessor((row) => row[name], {
            id: name,
            header: entity.label(name, lang),
            enableSorting: isSortable(entity, name),
            minSize: MIN_WIDTH,
            maxSize: MAX_WIDTH,
            sortDescFirst: DESC_FIRST.has(entity.field(name).kind.column),
          }),
        ),
      ),
    [names, entity, lang],
  );
}
