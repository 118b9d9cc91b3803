/**
 * Records by day with their direction. The open record is shown next to them on wide screens, otherwise in a drawer.
 */
import { useId } from "react";
import { RecordDrawer, RecordPanel } from "../detail/lazy.tsx";
import { formatDay } from "../base/time-zone.ts";
import type { Row } from "../model/entity.ts";
import type { ViewOf } from "../model/views.ts";
import { usePorts } from "../react/ports-context.tsx";
import type { ViewProps } from "../react/view-part.tsx";
import { More } from "../table/Pager.tsx";
import { useListPage } from "../table/use-list-page.tsx";
import { useWidth } from "../react/use-width.tsx";
import { ActivityPeriod, useWidening } from "./ActivityPeriod.tsx";
import { ActivityRow } from "./ActivityRow.tsx";
import { ActivityTools } from "./ActivityTools.tsx";
import { useOpeningPeriod } from "./use-opening-period.tsx";
import { ViewFrame } from "./ViewFrame.tsx";
import { WaitingLines } from "./WaitingLines.tsx";
import "./activity.css";

type Props = ViewProps<ViewOf<"activity">>;

export function Activity({ view, ...rest }: Props) {
  const { plan } = view;
  const period = useOpeningPeriod({ entity: rest.entity, plan, params: rest.params, onParams: rest.onParams });
  const props = { ...rest, view, params: period.params, onParams: period.onParams };
  const { entity } = props;
  const page = useListPage(props);
  // The header shows the period, so the filters and chips omit it.
  const list = plan.periods ? { ...page, fixed: new Set([...page.fixed, plan.date]) } : page;
  const { state, openId, open } = list;
  const isWidening = useWidening(list, props, period.isDefault);
  const isWide = useWidth() === "wide";
  const isPeeked = isWide && openId !== undefined && state.rows.length > 0;
  const days = groupByDay(state.rows, plan.date, usePorts().dialect.zone);
  const modes = (
    <>
      {props.modes}
      {plan.periods && <ActivityPeriod page={props} list={list} periods={plan.periods} />}
    </>
  );
  return (
    <ViewFrame
      page={{ ...props, modes }}
      list={isWidening ? { ...list, state: { ...state, first: true } } : list}
      tools={<ActivityTools page={props} list={list} />}
      record={
        openId === undefined || isPeeked ? null : (
          <RecordDrawer entity={entity} id={openId} onClose={() => open(undefined)} onChanged={state.reload} />
        )
      }
      waiting={<Waiting />}
    >
      <div className="pv-beside" data-open={isPeeked || undefined}>
        <div>
          {days.map(([day, rows]) => (
            <Day key={day} day={day} rows={rows} props={props} list={list} />
          ))}
          <More entity={entity} state={{ ...state, sums: undefined }} />
        </div>
        {isPeeked && (
          <RecordPanel entity={entity} id={openId} onClose={() => open(undefined)} onChanged={state.reload} />
        )}
      </div>
    </ViewFrame>
  );
}

/** Groups the rows by day, in list order. Rows without a valid date share the empty day. */
function groupByDay(rows: readonly Row[], date: string, zone: Parameters<typeof formatDay>[1]): [string, Row[]][] {
  const days = new Map<string, Row[]>();
  for (const row of rows) {
    const at = Date.parse(String(row[date]));
    const day = Number.isNaN(at) ? "" : formatDay(at, zone);
    days.set(day, [...(days.get(day) ?? []), row]);
  }
  return [...days];
}

interface DayProps {
  day: string;
  rows: readonly Row[];
  props: Props;
  list: ReturnType<typeof useListPage>;
}
function Day({ day, rows, props: { entity, view }, list }: DayProps) {
  const heading = useId();
  return (
    <section className="pv-day" aria-labelledby={heading}>
      <h2 id={heading}>{useDayName(day)}</h2>
      <ul>
        {rows.map((row) => (
          <ActivityRow key={String(row[entity.key])} entity={entity} plan={view.plan} row={row} list={list} />
        ))}
      </ul>
    </section>
  );
}

/** Returns "today" or "yesterday" in the user's language, and other days unchanged. */
function useDayName(day: string): string {
  const { t, now, dialect } = usePorts();
  const today = formatDay(now(), dialect.zone);
  if (day === today) return t("view.today");
  const before = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
  return day === before ? t("view.yesterday") : day;
}

const Waiting = () => (
  <div className="pv-day">
    <h2 aria-hidden>&nbsp;</h2>
    <WaitingLines />
  </div>
);
