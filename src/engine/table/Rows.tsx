/** Content of a list: skeleton, table or cards, empty state, pagination. */
import type { ReactNode } from "react";
import type { Entity } from "../model/entity.ts";
import { createLazyPart } from "../react/lazy-part.tsx";
import type { Query } from "../model/query.ts";
import { Cards } from "./phone.tsx";
import { Grid } from "./Grid.tsx";
import { LoadingRows } from "./ListStates.tsx";
import { NoRecords } from "./lazy-parts.tsx";
import { More, Pager } from "./Pager.tsx";
import type { ListTable } from "./features.tsx";
import type { Columns } from "./use-columns.tsx";
import { useListHeight } from "./use-list-height.tsx";
import type { ListPage } from "./use-list-page.tsx";
import type { RowSelection } from "./use-row-selection.tsx";

// Loaded when a list is first grouped.
const GroupedRows = createLazyPart(
  () => import("./GroupedRows.tsx").then((module) => module.GroupedRows),
  () => null,
);

interface RowsProps {
  entity: Entity;
  title: string;
  list: ListPage;
  table: ListTable;
  columns: Columns;
  phone: boolean;
  /** Undefined when rows cannot be selected and have no checkbox. */
  selection: RowSelection | undefined;
  onOpen?: ((id: string) => void) | undefined;
  /** Call to action in an empty list. */
  action: ReactNode;
}
export function Rows(props: RowsProps) {
  const { entity, list, table, columns, action } = props;
  const { query, state, write } = list;
  const { box: frame, style } = useListHeight(list);
  const empty = !state.first && state.rows.length === 0 && (state.groups ?? []).length === 0;
  // A page beyond the end is about to be redirected to the last one.
  const waits = (state.first && !state.failure && !state.stopped) || (empty && query.page > 1 && !state.failure);
  const filtered = Boolean(query.q) || Object.keys(query.filters).length > 0 || query.view !== undefined;
  const turn = (next: Query, how: "push" | "replace") => {
    write(next, how);
    // Scroll to the first row of the new page.
    if ((frame.current?.getBoundingClientRect().top ?? 0) < 0) frame.current?.scrollIntoView({ block: "start" });
  };
  return (
    <div className="pt-card-frame" ref={frame} style={style} data-busy={(state.loading && !state.first) || undefined}>
      {waits ? (
        <LoadingRows
          entity={entity}
          columns={table.getVisibleLeafColumns().map(({ id }) => id)}
          size={query.size}
          density={columns.density}
        />
      ) : empty ? (
        !state.failure && <NoRecords entity={entity} list={list} filtered={filtered} action={action} />
      ) : (
        !state.first && <LoadedRows {...props} onTurn={turn} />
      )}
    </div>
  );
}

/** Renders the rows of a page as groups, cards or a table. */
function LoadedRows({
  entity,
  title,
  list,
  table,
  columns,
  phone,
  selection,
  onOpen,
  onTurn,
}: RowsProps & { onTurn(next: Query, how: "push" | "replace"): void }) {
  const { query, state, openId, beyond } = list;
  const { rows, labels, groups } = state;
  const shared = { entity, onOpen };
  const shown = { ...shared, rows, labels, hrefOf: list.hrefOf };
  // Rows of the previous query stay until the new ones are loaded, so use the grouping they were loaded with.
  const field = new URLSearchParams(state.shown).get("group");
  if (groups && field !== null)
    return (
      <GroupedRows
        {...shared}
        {...{ list, columns, phone, groups, field }}
        selects={selection !== undefined}
        key={field}
      />
    );
  if (phone)
    return (
      <>
        <Cards
          {...shown}
          columns={table.getVisibleLeafColumns().map((column) => column.id)}
          label={title}
          selection={selection}
        />
        <More entity={entity} state={state} />
      </>
    );
  return (
    <>
      <Grid
        {...shown}
        table={table}
        selection={selection}
        total={state.total}
        busy={state.loading}
        caption={title}
        openId={openId}
        density={columns.density}
      />
      <Pager entity={entity} query={query} state={state} onChange={onTurn} beyond={beyond} />
    </>
  );
}
