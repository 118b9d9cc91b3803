import type { Entity } from "../model/entity.ts";

/** Returns the names of the fields whose values the entity's summary shows, as a figure or within a sentence. */
export function listSummaryFields({ summary }: Pick<Entity, "summary">): ReadonlySet<string> {
  const lines = summary ? [summary.lead, ...summary.lines] : [];
  return new Set(
    lines.flatMap(({ field, says = [] }) => [
      ...(field === undefined ? [] : [field]),
      ...says.flatMap(({ name, expression }) => (expression ? [] : [name])),
    ]),
  );
}
