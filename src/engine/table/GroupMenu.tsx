/** Chooses the field that a list is grouped by. */
import { Group } from "lucide-react";
import type { Entity } from "../model/entity.ts";
import type { Query } from "../model/query.ts";
import { usePorts } from "../react/ports-context.tsx";

export interface GroupMenuProps {
  entity: Entity;
  query: Query;
  onChange(next: Query, how: "push" | "replace"): void;
}
export function GroupMenu({ entity, query, onChange }: GroupMenuProps) {
  const { t, lang } = usePorts();
  const { groups = [] } = entity.list;
  if (groups.length === 0) return null;
  return (
    <label className="btn pt-bar-btn pt-sort-menu">
      <Group size={16} strokeWidth={1.5} aria-hidden />
      <span aria-hidden>{t("list.groupBy")}</span>
      <select
        aria-label={t("list.groupBy")}
        value={query.group ?? ""}
        onChange={(event) =>
          onChange({ ...query, group: event.target.value || undefined, page: 1, cursor: undefined }, "push")
        }
      >
        <option value="">{t("list.groupNone")}</option>
        {groups.map((name) => (
          <option key={name} value={name}>
            {entity.label(name, lang)}
          </option>
        ))}
      </select>
    </label>
  );
}
