/** Content of an export's second sheet: filters, sort order, number of rows, time zone. */
import { formatWallClock, formatZone } from "../base/time-zone.ts";
import type { Entity } from "../model/entity.ts";
import { listPhrases, describeSort, type PhraseContext } from "../query/phrases.ts";
import type { Query } from "../model/query.ts";

/**
 * Returns the title and lines of the sheet. `now` is in milliseconds since the epoch. `selected` states that the file
 * contains only selected records rather than all matches.
 * @example
 * const { title, lines } = listAboutLines(entity, query, 42, { lang: "en", t: ports.t, now: Date.now() });
 */
export function listAboutLines(
  entity: Entity,
  query: Query,
  rows: number,
  options: PhraseContext & { now: number; selected?: boolean | undefined },
): { title: string; lines: [label: string, value: string][] } {
  const { t, lang } = options;
  const { zone } = entity.dialect;
  const filters = listPhrases(entity, query, options).map(({ line }) => line);
  if (options.selected) filters.push(t("export.selected"));
  const sort = describeSort(entity, query, options);
  return {
    title: t("export.about"),
    lines: [
      [t("export.contents"), entity.text("label", lang)],
      [t("export.filters"), filters.length > 0 ? filters.join("\n") : t("export.noFilters")],
      ...(sort === "" ? [] : [[t("export.sort"), sort] satisfies [string, string]]),
      [t("export.rows"), String(rows)],
      [t("export.zone"), `${formatZone(zone)} (${zone.name})`],
      [t("export.generatedAt"), formatWallClock(options.now, zone)],
    ],
  };
}
