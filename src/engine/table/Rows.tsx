/** Body of a list: skeleton, table or cards, empty state, pagination. */
import { type ReactNode, useRef } from "react";
import type { Entity } from "../model/entity.ts";
import { usePorts } from "../react/ports-context.tsx";
import { withoutFilters } from "../query/change.ts";
import type { Query } from "../model/query.ts";
import { Cards } from "./phone.tsx";
import { Grid } from "./Grid.tsx";
import { Empty, LoadingRows } from "./ListStates.tsx";
import { More, Pager } from "./Pager.tsx";
import type { ListTable } from "./features.tsx";
import type { Density } from "./use-columns.tsx";
import type { ListPage } from "./use-list-page.tsx";
import { toggleRow } from "./use-row-selection.tsx";

interface RowsProps {
  entity: Entity;
  title: string;
  list: ListPage;
  table: ListTable;
  density: Density;
  phone: boolean;
  /** True when rows can be selected. */
  selects: boolean;
  onOpen?: ((id: string) => void) | undefined;
  /** Call to action of an empty list. */
  action: ReactNode;
}
export function Rows({ entity, title, list, table, density, phone, selects, onOpen, action }: RowsProps) {
  const { query, state, write, openId, beyond } = list;
  const frame = useRef<HTMLDivElement>(null);
  const selection = selects ? list.selection : undefined;
  const emptyText = useEmptyText(entity, list.fixed.size > 0);
  const empty = !state.first && state.rows.length === 0;
  // A page beyond the end is being redirected to the last one.
  const waits = (state.first && !state.failure && !state.stopped) || (empty && query.page > 1 && !state.failure);
  const filtered = Boolean(query.q) || Object.keys(query.filters).length > 0 || query.view !== undefined;
  const clear = () => write({ ...withoutFilters(query), view: undefined }, "push", true);
  const turn = (next: Query, how: "push" | "replace") => {
    write(next, how);
    // Scroll to the first row of the new page.
    if ((frame.current?.getBoundingClientRect().top ?? 0) < 0) frame.current?.scrollIntoView({ block: "start" });
  };
  const columns = table.getVisibleLeafColumns();
  const shared = {
    entity,
    rows: state.rows,
    labels: state.labels,
    onOpen,
    hrefOf: list.hrefOf,
  };
  return (
    <div className="pt-card-frame" ref={frame} data-busy={(state.loading && !state.first) || undefined}>
      {waits ? (
        <LoadingRows columns={columns.length} />
      ) : empty ? (
        !state.failure && <Empty filtered={filtered} text={emptyText} onClear={clear} action={action} />
      ) : state.first ? null : phone ? (
        <>
          <Cards
            {...shared}
            columns={columns.map((column) => column.id)}
            label={title}
            selection={selection}
            onToggle={(id) => toggleRow(table, id, false)}
          />
          <More entity={entity} state={state} />
        </>
      ) : (
        <>
          <Grid
            {...shared}
            table={table}
            selects={selects}
            total={state.total}
            busy={state.loading}
            caption={title}
            openId={openId}
            density={density}
          />
          <Pager entity={entity} query={query} state={state} onChange={turn} beyond={beyond} />
        </>
      )}
    </div>
  );
}

/** Returns the text of an empty list. One that the page narrows is empty although records exist. */
function useEmptyText(entity: Entity, isNarrowed: boolean): string {
  const { lang, word } = usePorts();
  const text = entity.text("empty", lang);
  return text === "empty" || isNarrowed ? word("list.nothingYet", { label: entity.text("label", lang) }) : text;
}
