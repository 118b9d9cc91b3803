/** Manages the filters of a list and how they change its query. */
import { useState } from "react";
import type { Entity } from "../model/entity.ts";
import { removeFilters } from "../query/change.ts";
import { findColumn } from "../entity/columns.ts";
import type { Filter, Query } from "../model/query.ts";

export interface FiltersProps {
  entity: Entity;
  query: Query;
  /** Fields preset by the page, which get no control. */
  fixed: ReadonlySet<string>;
  /** Called with the new query. `whole` replaces the query instead of merging into it. */
  onChange(next: Query, how: "push" | "replace", whole?: boolean): void;
}
export interface Filters {
  primary: readonly string[];
  more: readonly string[];
  /** Number of active filters, without those preset by the page. */
  on: number;
  /** Whether `reset` would change the query. */
  changed: boolean;
  set(name: string, filter: Filter | undefined): void;
  /** Incremented by every reset and used as a key, so that typed but unapplied keywords are discarded as well. */
  turn: number;
  /** Clears all filters, the search text and the selected view. */
  reset(): void;
}
export function useFilters({ entity, query, fixed, onChange }: FiltersProps): Filters {
  const [turn, setTurn] = useState(0);
  const usable = (name: string) => !fixed.has(name) && findColumn(entity, name) !== undefined;
  const on = Object.keys(query.filters).filter((name) => !fixed.has(name)).length;
  return {
    primary: entity.list.filters.primary.filter(usable),
    more: entity.list.filters.more.filter(usable),
    on,
    changed: on > 0 || Boolean(query.q) || query.view !== undefined,
    set(name, filter) {
      const { [name]: _old, ...rest } = query.filters;
      onChange({ ...query, filters: filter ? { ...rest, [name]: filter } : rest, page: 1, cursor: undefined }, "push");
    },
    turn,
    reset() {
      onChange({ ...removeFilters(query), view: undefined }, "push", true);
      setTurn(turn + 1);
    },
  };
}
