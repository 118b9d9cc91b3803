/** Chips for the active filters, each with a remove button, and for ignored URL parameters. */
import { X } from "lucide-react";
import { memo } from "react";
import type { Entity } from "../model/entity.ts";
import { usePorts } from "../react/ports-context.tsx";
import { removeFilters } from "../query/change.ts";
import type { Query } from "../model/query.ts";
import { usePhrases } from "./use-phrases.tsx";

const REMOVE_ICON = <X size={14} strokeWidth={1.5} aria-hidden />;

interface ChipsProps {
  entity: Entity;
  query: Query;
  fixed: ReadonlySet<string>;
  onChange(next: Query, how: "push" | "replace", whole?: boolean): void;
}
export const Chips = memo(function Chips({ entity, query, fixed, onChange }: ChipsProps) {
  const { t } = usePorts();
  const phrases = usePhrases(entity, query, fixed).filter(({ part }) => part !== "view");
  if (phrases.length === 0 && query.ignored.length === 0) return null;
  const first = { page: 1, cursor: undefined };
  const without = (phrase: (typeof phrases)[number]): Query => {
    if (phrase.part === "q") return { ...query, ...first, q: undefined };
    const { [phrase.field!]: _gone, ...filters } = query.filters;
    return { ...query, ...first, filters };
  };
  return (
    <ul className="pt-chips" aria-label={t("list.chips")}>
      {phrases.map((phrase) => (
        <li key={phrase.line}>
          <button
            type="button"
            className="pt-chip"
            aria-label={t("list.removeFilter", { filter: phrase.line })}
            onClick={() => onChange(without(phrase), "push")}
          >
            {phrase.line}
            {REMOVE_ICON}
          </button>
        </li>
      ))}
      {query.ignored.map((part) => (
        <li key={part}>
          <button
            type="button"
            className="pt-chip"
            data-tone="warning"
            onClick={() => onChange({ ...query, ignored: [] }, "replace")}
          >
            {t("list.ignored", { part })}
            {REMOVE_ICON}
          </button>
        </li>
      ))}
      {phrases.length > 1 && (
        <li>
          <button type="button" className="pt-clear" onClick={() => onChange(removeFilters(query), "push", true)}>
            {t("list.clearFilters")}
          </button>
        </li>
      )}
    </ul>
  );
});
