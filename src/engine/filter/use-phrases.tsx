/** Describes in text which records a list shows: the view, the search and the filters that the user can remove. */
import type { Entity } from "../model/entity.ts";
import type { Query } from "../model/query.ts";
import { listPhrases, type Phrase } from "../query/phrases.ts";
import { usePorts } from "../react/ports-context.tsx";
import { useFilterLabel } from "./use-filter-label.tsx";

/** Returns the phrases without those for filters that the page presets (`fixed`). */
export function usePhrases(entity: Entity, query: Query, fixed: ReadonlySet<string>): Phrase[] {
  const { t, lang } = usePorts();
  const label = useFilterLabel(
    entity,
    entity.fields.filter((field) => query.filters[field.name]),
  );
  return listPhrases(entity, query, { lang, t, label }).filter(({ field }) => !field || !fixed.has(field));
}
