/** Content of an export's second sheet: filters, sort order, number of rows, time zone. */
import { formatWallClock, formatZone } from "../base/time-zone.ts";
import type { Entity } from "../model/entity.ts";
import { listPhrases, sortWords, type WordContext } from "../query/phrases.ts";
import type { Query } from "../model/query.ts";

/**
 * Returns the title and lines of the sheet. `now` is in milliseconds since the epoch. `selected` states that the file
 * contains only selected records rather than all matches.
 * @example
 * const { title, lines } = listAboutLines(entity, query, 42, { lang: "en", word, now: Date.now() });
 */
export function listAboutLines(
  entity: Entity,
  query: Query,
  rows: number,
  options: WordContext & { now: number; selected?: boolean | undefined },
): { title: string; lines: [label: string, value: string][] } {
  const { word, lang } = options;
  const { zone } = entity.dialect;
  const filters = listPhrases(entity, query, options).map(({ line }) => line);
  if (options.selected) filters.push(word("export.selected"));
  const sort = sortWords(entity, query, options);
  return {
    title: word("export.about"),
    lines: [
      [word("export.contents"), entity.text("label", lang)],
      [word("export.filters"), filters.length > 0 ? filters.join("\n") : word("export.noFilters")],
      ...(sort === "" ? [] : [[word("export.sort"), sort] satisfies [string, string]]),
      [word("export.rows"), String(rows)],
      [word("export.zone"), `${formatZone(zone)} (${zone.name})`],
      [word("export.generatedAt"), formatWallClock(options.now, zone)],
    ],
  };
}
