/**
 * Records by day with their direction. The open record is shown next to them on wide screens, otherwise in a drawer.
 */
import { useId } from "react";
import { RecordDrawer, RecordPanel } from "../detail/lazy.tsx";
import { formatDay, formatWallClock } from "../base/time-zone.ts";
import type { Row, Entity } from "../model/entity.ts";
import type { ViewOf } from "../model/views.ts";
import { usePorts } from "../react/ports-context.tsx";
import type { ViewProps } from "../react/view-part.tsx";
import { More } from "../table/Pager.tsx";
import { useListPage, type ListPage } from "../table/use-list-page.tsx";
import { useWidth } from "../react/use-width.tsx";
import { ActivityPeriod, useWidening } from "./ActivityPeriod.tsx";
import { ArrowDownLeft, ArrowLeftRight, ArrowUpRight } from "lucide-react";
import { Value } from "../cells/cell.tsx";
import { fillLink, findLinks } from "../entity/record-links.ts";
import { Link } from "../react/Link.tsx";
import type { ActivityPlan } from "../view-types/activity.ts";
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

interface RowProps {
  entity: Entity;
  plan: ActivityPlan;
  row: Row;
  list: ListPage;
}
/** A row of an activity view: direction, counterparty, purpose, amounts, state and links. */
function ActivityRow({ entity, plan, row, list }: RowProps) {
  const { lang, dialect } = usePorts();
  const { openId, open, hrefOf, state } = list;
  const id = String(row[entity.key]);
  const kind = entity.text(`option.${plan.kind}.${String(row[plan.kind])}`, lang);
  const party = String(row[plan.party] ?? "");
  const note = plan.note === undefined ? "" : String(row[plan.note] ?? "");
  const time = formatWallClock(Date.parse(String(row[plan.date])), dialect.zone).slice(11, 16);
  const value = (name: string) => <Value entity={entity} field={entity.field(name)} row={row} labels={state.labels} />;
  const direction = findDirection(plan, row);
  const Icon = ICONS[direction];
  return (
    <li className="pv-line" data-id={id} data-sign={direction} aria-current={openId === id ? "true" : undefined}>
      <span className="pv-line-icon">
        <Icon size={18} strokeWidth={1.75} aria-hidden />
      </span>
      <span className="pv-line-who">
        <Link href={hrefOf(id)} go={() => open(id)} className="pv-line-title">
          {party || [kind, formatPair(entity, plan, row)].filter(Boolean).join(" ")}
        </Link>
        <span className="pt-quiet">{[time, party ? kind : "", note].filter(Boolean).join(" · ")}</span>
      </span>
      <span className="pv-line-amounts">
        <span data-way={direction === "in" ? "in" : "out"}>
          {SIGNS[direction]}
          {value(plan.amount)}
        </span>
        {plan.other !== undefined && row[plan.other] !== undefined && (
          <span data-way="in">
            {SIGNS.in}
            {value(plan.other)}
          </span>
        )}
      </span>
      <span className="pv-line-state">{plan.status !== undefined && value(plan.status)}</span>
      <span className="pv-line-end">
        {findLinks(entity, row).map(({ id: link, to }) => (
          <Link key={link} className="btn" data-small href={fillLink(to, row)}>
            {entity.text(`link.${link}`, lang)}
          </Link>
        ))}
      </span>
    </li>
  );
}

/** Returns the currencies of both amounts, such as `USD→EUR`, or an empty string for one currency. */
function formatPair(entity: Entity, { amount, other }: ActivityPlan, row: Row): string {
  if (other === undefined) return "";
  const [from, to] = [amount, other].map((name) => {
    const { currency } = entity.field(name);
    return currency && "field" in currency ? row[currency.field] : undefined;
  });
  return typeof from === "string" && typeof to === "string" && from !== to ? `${from}→${to}` : "";
}

type Direction = "in" | "out" | "own";
const ICONS = { in: ArrowDownLeft, out: ArrowUpRight, own: ArrowLeftRight };
const SIGNS = { in: "+", out: "−", own: "−" };

function findDirection({ sign }: ActivityPlan, row: Row): Direction {
  const value = String(row[sign.field]);
  return sign.in.includes(value) ? "in" : sign.out.includes(value) ? "out" : "own";
}
