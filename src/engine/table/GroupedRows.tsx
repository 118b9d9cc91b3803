/**
 * List grouped by a field. Each group shows the count and sums that the server computes over the whole result, and its
 * rows once it is opened.
 */
import {
  columnGroupingFeature,
  createColumnHelper,
  functionalUpdate,
  rowExpandingFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { ChevronRight, X } from "lucide-react";
import { type ReactNode, useMemo, useEffect, useRef } from "react";
import { listColumn, renderFormattedValue } from "../cells/cell.tsx";
import type { Entity, Row } from "../model/entity.ts";
import type { GroupTotal } from "../model/wire.ts";
import { usePorts } from "../react/ports-context.tsx";
import { useListState } from "../data/list-state.tsx";
import { narrowToGroup } from "../query/group.ts";
import { Cards } from "./phone.tsx";
import { Grid } from "./Grid.tsx";
import { LoadError, LoadingRows } from "./ListStates.tsx";
import { More, Sums } from "./Pager.tsx";
import type { Columns } from "./use-columns.tsx";
import type { ListPage } from "./use-list-page.tsx";
import { useListTable } from "./use-list-table.tsx";
import { toggleRow } from "./use-row-selection.tsx";
import "./groups.css";

/** TanStack Table features that grouping requires. */
const features = tableFeatures({ columnGroupingFeature, rowExpandingFeature });
const helper = createColumnHelper<typeof features, GroupTotal>();

export interface GroupedRowsProps extends Omit<GroupRowsProps, "group" | "field" | "label"> {
  groups: readonly GroupTotal[];
  /** Name of the field that the list is grouped by. */
  field: string;
}
export function GroupedRows({ groups, field: name, ...shared }: GroupedRowsProps) {
  const { entity, list } = shared;
  const { lang, t } = usePorts();
  const label = entity.label(name, lang);
  const table = useGroupTable(groups, name, label, (group) =>
    list.write({ ...list.query, group, page: 1, cursor: undefined }, "push"),
  );
  return (
    <div className="pt-groups">
      <div className="pt-groups-head">
        <h2>{t("list.groupedBy", { label })}</h2>
        <button type="button" className="btn" data-small data-quiet onClick={() => table.resetGrouping(true)}>
          <X size={14} strokeWidth={1.75} aria-hidden />
          {t("list.groupNone")}
        </button>
      </div>
      {list.state.moreGroups && <p className="pt-quiet">{t("list.groupsCut", { count: groups.length })}</p>}
      {table.getRowModel().rows.map((row) => {
        const text = groupText(entity, name, row.original, list.state.labels);
        const open = row.getIsExpanded();
        return (
          <section key={row.id} className="pt-group" data-open={open || undefined}>
            <div className="pt-group-head">
              <h3>
                <button type="button" aria-expanded={open} onClick={row.getToggleExpandedHandler()}>
                  <ChevronRight size={16} strokeWidth={1.75} aria-hidden />
                  <span className="pt-group-name">
                    <GroupName entity={entity} field={name} group={row.original} list={list} />
                  </span>
                  <span className="pt-quiet">
                    {t("list.count", { count: row.original.count, unit: entity.unit(row.original.count, lang) })}
                  </span>
                </button>
              </h3>
              <Sums entity={entity} sums={row.original.sums} label="" />
            </div>
            {open && <GroupRows {...shared} field={name} group={row.original} label={`${label} ${text}`} />}
          </section>
        );
      })}
      <div className="pt-foot">
        <Sums entity={entity} sums={list.state.sums} />
      </div>
    </div>
  );
}

/** Table instance of the groups. The grouping comes from the URL; which groups are open is local state. */
function useGroupTable(
  groups: readonly GroupTotal[],
  name: string,
  label: string,
  onGroup: (name: string | undefined) => void,
) {
  const columns = useMemo(
    () => helper.columns([helper.accessor((group) => group.value, { id: name, header: label })]),
    [name, label],
  );
  const grouping = useMemo(() => [name], [name]);
  return useTable(
    {
      features,
      columns,
      data: groups as GroupTotal[],
      getRowId: ({ value }) => (value === null ? NO_VALUE : `=${value}`),
      state: { grouping },
      onGroupingChange: (updater) => onGroup(functionalUpdate(updater, grouping)[0]),
      manualGrouping: true,
      manualExpanding: true,
      getRowCanExpand: () => true,
    },
    ({ expanded }) => ({ expanded }),
  );
}
/** Row id of the group of records without a value. */
const NO_VALUE = "~";

type Labels = GroupRowsProps["list"]["state"]["labels"];

const getRecord = (field: string, { value }: GroupTotal): Row => (value === null ? {} : { [field]: value });

/** Returns the plain text of a group's value. */
function groupText(entity: Entity, field: string, group: GroupTotal, labels: Labels): string {
  const column = listColumn(entity, entity.field(field), "en", { hidden: undefined });
  return column.formatText(getRecord(field, group), labels);
}

interface GroupNameProps extends Pick<GroupRowsProps, "entity" | "list"> {
  field: string;
  group: GroupTotal;
}
/** Renders the value of a group as its column does, or a placeholder for records without a value. */
function GroupName({ entity, field, group, list }: GroupNameProps): ReactNode {
  const { lang, t } = usePorts();
  const column = listColumn(entity, entity.field(field), lang, { hidden: undefined });
  const row = getRecord(field, group);
  const text = column.formatText(row, list.state.labels);
  return text === ""
    ? t("list.groupEmpty", { label: entity.label(field, lang) })
    : renderFormattedValue(column, row, text);
}

interface GroupRowsProps {
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
/**
 * Rows of a group, loaded when it is opened. They are in a separate table, with the columns, sort order and selection
 * of the list.
 */
function GroupRows({ entity, list, columns, phone, selects, onOpen, field, group, label }: GroupRowsProps) {
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
