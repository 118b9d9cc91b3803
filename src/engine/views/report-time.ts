/** Plan and period of a report: the days or months of its bars. */
import { findSpan } from "../base/days.ts";
import { formatDay, type Zone } from "../base/time-zone.ts";
import type { Entity } from "../model/entity.ts";
import type { Filter } from "../model/query.ts";
import type { TimeUnit } from "../query/group.ts";
import type { ReportPlan } from "../view-types/report.ts";

/** Maximum number of days with a bar each. Longer periods have a bar per month. */
const MAX_DAYS = 92;

/** Days or months of a report, earliest first. */
export interface ReportTime {
  unit: TimeUnit;
  periods: string[];
}

/**
 * Returns the plan of a report view, or undefined for any other view.
 * @example
 * const plan = readReportPlan(entity, "inOut");
 */
export function readReportPlan(entity: Entity, id: string): ReportPlan | undefined {
  const plan = entity.views?.[id]?.plan;
  return plan && "measures" in plan ? plan : undefined;
}

/**
 * Returns the days that a date filter covers, ending today at the latest, or the months of more than 92 days. Without a
 * start, it covers the 90 days up to its end.
 * @example
 * readReportTime({ style: "range", from: "2026-11-22", to: "2026-11-23" }, "2026-11-25", { name: "Asia/Shanghai", offsetMinutes: 480 }).unit // => "day"
 */
export function readReportTime(filter: Filter | undefined, today: string, zone: Zone): ReportTime {
  const { from, to } = filter?.style === "range" ? filter : {};
  const dayOf = (end: string) => (DAY.test(end) ? end : formatDay(Date.parse(end), zone));
  const last = to === undefined || dayOf(to) > today ? today : dayOf(to);
  const days = listDays(from === undefined ? (findSpan("last90d", last)?.from ?? last) : dayOf(from), last);
  if (days.length <= MAX_DAYS) return { unit: "day", periods: days };
  return { unit: "month", periods: [...new Set(days.map((day) => day.slice(0, 7)))] };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;
/** Maximum length of a report in days: ten years. Earlier days are left out. */
const MAX_RANGE_DAYS = 3660;
/** Returns the days of a range, or only the last one when the range is empty. */
function listDays(from: string, to: string): string[] {
  const end = Date.parse(to);
  const count = Math.min(MAX_RANGE_DAYS, Math.max(1, Math.round((end - Date.parse(from)) / DAY_MS) + 1));
  return Array.from({ length: count }, (_, index) =>
    new Date(end - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
}
