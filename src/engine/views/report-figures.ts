/** Loads the figures of a report: the server's sums by day or month, as one list of groups per measure. */
import { findSpan } from "../base/days.ts";
import { sendCall } from "../operation/send-call.ts";
import { formatDay } from "../base/time-zone.ts";
import type { Entity, Row } from "../model/entity.ts";
import type { ListCall } from "../query/list-call.ts";
import type { Ports } from "../model/ports.ts";
import type { Query } from "../model/query.ts";
import type { GroupTotal } from "../model/wire.ts";
import { buildRequest } from "../query/request.ts";
import type { ReportPlan } from "../view-types/report.ts";
import { narrowQuery } from "./narrow-query.ts";
import { readReportTime } from "./report-time.ts";

/**
 * Returns the query limited to the named range. A query that already has a period is returned unchanged, as is any
 * query for an unknown range.
 * @example
 * const recent = applySpan(query, "createdAt", { span: "last7d", today: "2026-11-25" });
 */
export function applySpan(query: Query, date: string, { span, today }: { span: string; today: string }): Query {
  const days = findSpan(span, today);
  if (!days || query.filters[date]) return query;
  return { ...query, filters: { ...query.filters, [date]: { style: "range", ...days, relative: span } } };
}

/** Parameters of `loadReport`. */
export interface ReportQuestion {
  plan: ReportPlan;
  query: Query;
  preset: Row;
  call: ListCall;
}

/**
 * Loads the groups of each measure, or none for a measure that the filters exclude.
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
      const narrowed = narrowQuery(entity, { ...query, group: `${plan.date}.${unit}` }, where);
      if (!narrowed) return [];
      const response = await sendCall(ports, call, buildRequest(entity, narrowed, preset), signal && { signal });
      return response.groups ?? [];
    }),
  );
}
