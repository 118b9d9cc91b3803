/** Menus of a list that change its query: the sort order on phones, which show no column headers, and the grouping. */
import { ArrowUpDown, Group, type LucideIcon } from "lucide-react";
import type { Entity } from "../model/entity.ts";
import { usePorts } from "../react/ports-context.tsx";
import { isSortable } from "../entity/columns.ts";
import type { Query } from "../model/query.ts";

export interface MenuProps {
  entity: Entity;
  query: Query;
  onChange(next: Query, how: "push" | "replace"): void;
}

export function SortMenu({ entity, columns, query, onChange }: MenuProps & { columns: readonly string[] }) {
  const { t, lang } = usePorts();
  const own = entity.list.sort.map((term) => term.replace(/^-/, ""));
  const names = [...new Set([...own, ...columns])].filter((name) => isSortable(entity, name));
  const now = (query.sort.length > 0 ? query.sort : entity.list.sort)[0];
  const options = names.flatMap((name) =>
    [`-${name}`, name].map((term): Option => [
      term,
      `${entity.label(name, lang)} ${t(term === name ? "filter.ascending" : "filter.descending")}`,
    ]),
  );
  const sort = (term: string) =>
    onChange({ ...query, sort: term === entity.list.sort.join() ? [] : [term], page: 1, cursor: undefined }, "push");
  return <Menu Icon={ArrowUpDown} label={t("list.sort")} value={now} options={options} onChoose={sort} />;
}

/** Chooses the field that a list is grouped by. */
export function GroupMenu({ entity, query, onChange }: MenuProps) {
  const { t, lang } = usePorts();
  const { groups = [] } = entity.list;
  if (groups.length === 0) return null;
  const options: Option[] = [
    ["", t("list.groupNone")],
    ...groups.map((name): Option => [name, entity.label(name, lang)]),
  ];
  const group = (name: string) => onChange({ ...query, group: name || undefined, page: 1, cursor: undefined }, "push");
  return <Menu Icon={Group} label={t("list.groupBy")} value={query.group ?? ""} options={options} onChoose={group} />;
}

type Option = readonly [value: string, text: string];
interface SelectProps {
  Icon: LucideIcon;
  label: string;
  value: string | undefined;
  options: readonly Option[];
  onChoose(value: string): void;
}
function Menu({ Icon, label, value, options, onChoose }: SelectProps) {
  return (
    <label className="btn pt-bar-btn pt-sort-menu">
      <Icon size={16} strokeWidth={1.5} aria-hidden />
      <span aria-hidden>{label}</span>
      <select aria-label={label} value={value} onChange={(event) => onChoose(event.target.value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
