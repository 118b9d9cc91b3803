/** Sort menu for phones, which show no column headers. */
import { ArrowUpDown } from "lucide-react";
import type { Entity } from "../model/entity.ts";
import { usePorts } from "../react/ports-context.tsx";
import { isSortable } from "../entity/columns.ts";
import type { Query } from "../model/query.ts";

export interface SortProps {
  entity: Entity;
  columns: readonly string[];
  query: Query;
  onChange(next: Query, how: "push" | "replace"): void;
}
export function SortMenu({ entity, columns, query, onChange }: SortProps) {
  const { t, lang } = usePorts();
  const own = entity.list.sort.map((term) => term.replace(/^-/, ""));
  const names = [...new Set([...own, ...columns])].filter((name) => isSortable(entity, name));
  const now = (query.sort.length > 0 ? query.sort : entity.list.sort)[0];
  return (
    <label className="btn pt-bar-btn pt-sort-menu">
      <ArrowUpDown size={16} strokeWidth={1.5} aria-hidden />
      <span aria-hidden>{t("list.sort")}</span>
      <select
        aria-label={t("list.sort")}
        value={now}
        onChange={(event) =>
          onChange(
            {
              ...query,
              sort: event.target.value === entity.list.sort.join() ? [] : [event.target.value],
              page: 1,
              cursor: undefined,
            },
            "push",
          )
        }
      >
        {names.flatMap((name) =>
          [`-${name}`, name].map((term) => (
            <option key={term} value={term}>
              {entity.label(name, lang)} {t(term === name ? "filter.ascending" : "filter.descending")}
            </option>
          )),
        )}
      </select>
    </label>
  );
}
