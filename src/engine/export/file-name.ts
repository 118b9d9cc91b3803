import { formatDay, type Zone } from "../base/time-zone.ts";
import type { Entity, Lang } from "../model/entity.ts";
import { isDay } from "../query/context.ts";
import type { Query } from "../model/query.ts";

/**
 * Returns a file name such as `人民币付款_2026-11-01_2026-11-21_7001.xlsx`: entity label, range of the first date filter (or
 * today if there is none), number of rows. `plain` has the entity's name instead of its label and is ASCII, for the
 * fallback in Content-Disposition.
 * @example
 * const { name, plain } = buildFileNames(entity, query, 42, { lang: "en", format: "xlsx", now: Date.now() });
 */
export function buildFileNames(
  entity: Entity,
  query: Query,
  rows: number,
  options: { lang: Lang; format: "xlsx" | "csv"; now: number },
): { name: string; plain: string } {
  const rest = `_${listDays(entity, query, options.now).join("_")}_${rows}.${options.format}`;
  const label = entity
    .text("label", options.lang)
    .replace(/[\\/:*?"<>|\s\p{Cc}\p{Cf}\p{Cs}]+/gu, "_")
    .replace(/^[._]+/, "");
  const ascii = entity.name.replace(/[^\w-]/g, "_");
  return { name: (label || ascii) + rest, plain: ascii + rest };
}

function listDays(entity: Entity, query: Query, now: number): string[] {
  const { zone } = entity.dialect;
  const today = formatDay(now, zone);
  for (const field of entity.fields) {
    const filter = query.filters[field.name];
    if (!filter || filter.style !== "range" || !isDay(field)) continue;
    const [from, to] = [readDay(filter.from, zone), readDay(filter.to, zone)];
    if (from) return [from, to ?? today];
    if (to) return [to];
  }
  return [today];
}

/** Returns the day of a filter bound, which may be an instant, or undefined when it is not a date. */
function readDay(end: string | undefined, zone: Zone): string | undefined {
  if (end === undefined || !/^\d{4}-\d{2}-\d{2}/.test(end)) return undefined;
  const ms = end.includes("T") ? Date.parse(end) : Number.NaN;
  return Number.isNaN(ms) ? end.slice(0, 10) : formatDay(ms, zone);
}
