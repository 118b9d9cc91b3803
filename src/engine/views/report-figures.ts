/** Figures of a report: the server's sums by day or month, one list of groups per measure. */
import { findSpan } from "../base/days.ts";
import { formatDay, type Zone } from "../base/time-zone.ts";
import type { CallPlan, Entity, Row } from "../model/entity.ts";
import type { Ports } from "../model/ports.ts";
import type { Filter, Query } from "../model/query.ts";
import type { GroupTotal } from "../model/wire.ts";
import type { TimeUnit } from "../query/group.ts";
import { buildRequest } from "../query/request.ts";
import type { ReportPlan } from "../view-types/report.ts";
import { narrowQuery } from "./narrow-query.ts";

/** Days of a period that are drawn one by one; a longer one is drawn by month. */
const MAX_DAYS = 92;

/** Days or months of a report, the earliest first. */
export interface ReportTime {
  unit: TimeUnit;
  periods: string[];
}

/**
 * Returns the plan of a view; undefined for one that is no report.
 * @example
 * const plan = readReportPlan(entity, "inOut");
 */
export function readReportPlan(entity: Entity, id: string): ReportPlan | undefined {
  const plan = entity.views?.[id]?.plan;
  return plan && "measures" in plan ? plan : undefined;
}

/**
 * Returns the query over the span of that name; unchanged for a query with a period of its own.
 * @example
 * const recent = withSpan(query, "createdAt", { span: "last7d", today: "2026-11-25" });
 */
export function withSpan(query: Query, date: string, { span, today }: { span: string; today: string }): Query {
  const days = findSpan(span, today);
  if (!days || query.filters[date]) return query;
  return { ...query, filters: { ...query.filters, [date]: { style: "range", ...days, relative: span } } };
}

/**
 * Returns the days or months that a filter by date spans, today the last; of a filter without a beginning, the last 90 days.
 * @example
 * readReportTime({ style: "range", from: "2026-11-22", to: "2026-11-23" }, "2026-11-25", { name: "Asia/Shanghai", offsetMinutes: 480 }).unit // => "day"
 */
export function readReportTime(filter: Filter | undefined, today: string, zone: Zone): ReportTime {
  const { from, to } = filter?.style === "range" ? filter : {};
  const dayOf = (end: string) => (DAY.test(end) ? end : formatDay(Date.parse(end), zone));
  const last = to === undefined || dayOf(to) > today ? today : dayOf(to);
  const days = daysBetween(from === undefined ? (findSpan("last90d", last)?.from ?? last) : dayOf(from), last);
  if (days.length <= MAX_DAYS) return { unit: "day", periods: days };
  return { unit: "month", periods: [...new Set(days.map((day) => day.slice(0, 7)))] };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;
/** Longest report, in days: ten years. */
const MOST_DAYS = 3660;
/** Returns the days from the first to the last one; the last alone where the first is later. */
function daysBetween(from: string, to: string): string[] {
  const end = Date.parse(to);
  const count = Math.min(MOST_DAYS, Math.max(1, Math.round((end - Date.parse(from)) / DAY_MS) + 1));
  return Array.from({ length: count }, (_, at) => new Date(end - (count - 1 - at) * DAY_MS).toISOString().slice(0, 10));
}

/** What a report is asked for. */
export interface ReportQuestion {
  plan: ReportPlan;
  query: Query;
  preset: Row;
  call: Pick<CallPlan, "method" | "path">;
}

/**
 * Loads the groups of each measure; none for a measure that the filters leave out.
 * @example
 * const plan = readReportPlan(entity, "inOut");
 * const groups = plan && loadReport(ports, entity, { plan, query, preset: {}, call: form.call });
 */
export function loadReport(
  ports: Ports,
  entity: Entity,
  { plan, query, preset, call }: ReportQuestion,
  signal?: AbortSignal,
): Promise<GroupTotal[][]> {
  const { zone } = ports.dialect;
  const { unit } = readReportTime(query.filters[plan.date], formatDay(ports.now(), zone), zone);
  return Promise.all(
    plan.measures.map(async ({ where }) => {
      const narrowed = narrowQuery({ ...query, group: `${plan.date}.${unit}` }, where);
      if (!narrowed) return [];
      const answer = await ports.call(call, buildRequest(entity, narrowed, preset), signal && { signal });
      return (answer["groups"] ?? []) as GroupTotal[];
    }),
  );
}
