/**
 * Rows of a group, loaded when it is opened. They are in a separate table, with the columns, sort order and selection
 * of the list.
 */
import { useEffect, useMemo, useRef } from "react";
import { useListState } from "../data/list-state.tsx";
import type { Entity } from "../model/entity.ts";
import type { GroupTotal } from "../model/wire.ts";
import { narrowToGroup } from "../query/group.ts";
import { Cards } from "./phone.tsx";
import { Grid } from "./Grid.tsx";
import { LoadError, LoadingRows } from "./ListStates.tsx";
import { More } from "./Pager.tsx";
import type { Columns } from "./use-columns.tsx";
import type { ListPage } from "./use-list-page.tsx";
import { useListTable } from "./use-list-table.tsx";
import { toggleRow } from "./use-row-selection.tsx";

export interface GroupRowsProps {
  entity: Entity;
  list: ListPage;
  columns: Columns;
  phone: boolean;
  /** Whether rows have a checkbox and can be selected. */
  selects: boolean;
  onOpen?: ((id: string) => void) | undefined;
  field: string;
  group: GroupTotal;
  /** Accessible name of the group's table or cards. */
  label: string;
}
export function GroupRows({ entity, list, columns, phone, selects, onOpen, field, group, label }: GroupRowsProps) {
  const { query, preset, selection, learnLabels } = list;
  const inner = useMemo(() => narrowToGroup(query, field, group.value), [query, field, group.value]);
  const state = useListState(entity, inner, preset);
  const write: ListPage["write"] = (next, how) => list.write({ ...query, sort: next.sort }, how);
  const table = useListTable({
    entity,
    list: { query: inner, write, state },
    columns,
    selection: selects ? selection : undefined,
  });
  useReload(list.state.asOf, state.reload);
  const { rows, labels } = state;
  useEffect(() => learnLabels(labels), [learnLabels, labels]);
  const shared = { entity, rows, labels, onOpen, hrefOf: list.hrefOf };
  const names = table.getVisibleLeafColumns().map((column) => column.id);
  if (state.first)
    return state.failure ? (
      <LoadError state={state} />
    ) : (
      <LoadingRows entity={entity} columns={names} size={Math.min(group.count, query.size)} density={columns.density} />
    );
  return (
    <>
      {phone ? (
        <Cards
          {...shared}
          columns={names}
          label={label}
          selection={selects ? selection : undefined}
          onToggle={(id) => toggleRow(table, id, false)}
        />
      ) : (
        <Grid
          {...shared}
          table={table}
          selects={selects}
          total={group.count}
          busy={state.loading}
          caption={label}
          openId={list.openId}
          density={columns.density}
        />
      )}
      {rows.length < group.count && <More entity={entity} state={{ ...state, sums: undefined }} />}
    </>
  );
}

/** Reloads the rows whenever the groups are reloaded. */
function useReload(asOf: number | undefined, reload: () => void): void {
  const seen = useRef(asOf);
  useEffect(() => {
    if (seen.current === asOf) return;
    seen.current = asOf;
    reload();
  }, [asOf, reload]);
}
