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
import { type ReactNode, useMemo } from "react";
import { listColumn, renderFormattedValue } from "../cells/cell.tsx";
import type { Entity, Row } from "../model/entity.ts";
import type { GroupTotal } from "../model/wire.ts";
import { usePorts } from "../react/ports-context.tsx";
import { GroupRows, type GroupRowsProps } from "./GroupRows.tsx";
import { Sums } from "./Pager.tsx";
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
