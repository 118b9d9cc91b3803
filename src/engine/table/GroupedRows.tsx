/**
 * List grouped by a field. Each group shows the count and sums that the server computes over the whole result, and its
 * rows once it is opened.
 */
import { ChevronRight, X } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
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
import { useRowSelection } from "./use-row-selection.tsx";
import "./groups.css";

export interface GroupedRowsProps extends Omit<GroupRowsProps, "group" | "field" | "label"> {
  groups: readonly GroupTotal[];
  /** Name of the field that the list is grouped by. */
  field: string;
}
export function GroupedRows({ groups, field: name, ...shared }: GroupedRowsProps) {
  const { entity, list } = shared;
  const { lang, t } = usePorts();
  const label = entity.label(name, lang);
  const [opened, setOpened] = useState<ReadonlySet<GroupTotal["value"]>>(new Set());
  const toggle = (value: GroupTotal["value"]) =>
    setOpened((old) => new Set(old.has(value) ? [...old].filter((other) => other !== value) : [...old, value]));
  return (
    <div className="pt-groups">
      <div className="pt-groups-head">
        <h2>{t("list.groupedBy", { label })}</h2>
        <button
          type="button"
          className="btn"
          data-small
          data-quiet
          onClick={() => list.write({ ...list.query, group: undefined, page: 1, cursor: undefined }, "push")}
        >
          <X size={14} strokeWidth={1.75} aria-hidden />
          {t("list.groupNone")}
        </button>
      </div>
      {list.state.moreGroups && <p className="pt-quiet">{t("list.groupsCut", { count: groups.length })}</p>}
      {groups.map((group) => {
        const { value, count } = group;
        const text = groupText(entity, name, group, list.state.labels);
        const open = opened.has(value);
        return (
          <section key={JSON.stringify(value)} className="pt-group" data-open={open || undefined}>
            <div className="pt-group-head">
              <h3>
                <button type="button" aria-expanded={open} onClick={() => toggle(value)}>
                  <ChevronRight size={16} strokeWidth={1.75} aria-hidden />
                  <span className="pt-group-name">
                    <GroupName entity={entity} field={name} group={group} list={list} />
                  </span>
                  <span className="pt-quiet">{t("list.count", { count, unit: entity.unit(count, lang) })}</span>
                </button>
              </h3>
              <Sums entity={entity} sums={group.sums} label="" />
            </div>
            {open && <GroupRows {...shared} field={name} group={group} label={`${label} ${text}`} />}
          </section>
        );
      })}
      <div className="pt-foot">
        <Sums entity={entity} sums={list.state.sums} />
      </div>
    </div>
  );
}

type Labels = GroupRowsProps["list"]["state"]["labels"];

const getRecord = (field: string, { value }: GroupTotal): Row => (value === null ? {} : { [field]: value });

/** Returns the plain text of a group's value. */
function groupText(entity: Entity, field: string, group: GroupTotal, labels: Labels): string {
  const column = listColumn(entity, entity.field(field), entity.dialect.languages[0], { hidden: undefined });
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
  const table = useListTable({ entity, list: { query: inner, write, state }, columns });
  const rowSelection = useRowSelection(selects ? selection : undefined, state.rows, entity.key);
  useReload(list.state.asOf, state.reload);
  const { rows, labels } = state;
  useEffect(() => learnLabels(labels), [learnLabels, labels]);
  const shared = { entity, rows, labels, onOpen, hrefOf: list.hrefOf, selection: rowSelection };
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
        <Cards {...shared} columns={names} label={label} />
      ) : (
        <Grid
          {...shared}
          table={table}
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
