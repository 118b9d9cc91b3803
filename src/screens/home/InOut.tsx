/**
 * Income and expenses of a period in the reporting currency, as totals and as bars by day or month, and the fees of the
 * period in each currency.
 */
import { useState } from "react";
import { fetchCall, type Shell, t } from "@portolan/engine/app";
import { formatDay, findSpan, type Entity, type GroupTotal, groupThousands, formatSpan } from "@portolan/engine";
import {
  BarChart,
  HIDDEN_AMOUNT,
  Link,
  type ReadState,
  readFigures,
  readReportPlan,
  readReportTime,
  useAmountsHidden,
  usePorts,
  useRead,
} from "@portolan/engine/ui";
import { Card, Content, useClock } from "./Card.tsx";
import { deriveRate } from "./total.ts";
import { USUAL, useReportingCurrency } from "./use-currencies.tsx";
import type { Market } from "./use-rates.tsx";

/** Entity and view of the report, shared with the report page. */
const ENTITY = "transaction";
const VIEW = "inOut";
/** Entity of the fees of every kind of order, and the field by which the linked list is grouped. */
const FEES = "feeLine";
const BY_KIND = "entity";

export interface InOutProps {
  market: ReadState<Market>;
  shell: Shell;
}
interface Figures {
  entity: Entity;
  groups: GroupTotal[][];
  time: ReturnType<typeof readReportTime>;
  /** Fees of the period over every kind of order, by currency. */
  fees: Record<string, string>;
}

export function InOut({ market, shell }: InOutProps) {
  const { t: translate } = usePorts();
  const [span, choose] = useState<string>();
  const figures = useFigures(span);
  const periods = figures.data ? getPlan(figures.data.entity).periods : [];
  const all = shell.findLink(ENTITY, "list")?.href.split("?")[0];
  const fees = shell.findLink(FEES, "list");
  const period = span ?? periods[0];
  return (
    <Card
      name="inOut"
      waits={figures.data === undefined && !figures.failure}
      title={t("home.inOut")}
      end={
        <>
          {period !== undefined && (
            <select
              className="hm-choose"
              aria-label={t("home.period")}
              value={period}
              onChange={(event) => choose(event.target.value)}
            >
              {periods.map((period) => (
                <option key={period} value={period}>
                  {formatSpan(period, translate)}
                </option>
              ))}
            </select>
          )}
          {all && (
            <Link href={`${all}?tab=${VIEW}`} className="hm-all">
              {t("home.all")}
            </Link>
          )}
        </>
      }
    >
      <Content loaded={figures}>
        {(data) =>
          market.data && (
            <>
              <Bars figures={data} market={market.data} />
              <Fees sums={data.fees} href={fees && `${fees.href}&createdAt=${period}&group=${BY_KIND}`} />
            </>
          )
        }
      </Content>
    </Card>
  );
}

/**
 * Returns the plan of the report.
 * @throws when the entity has no such view
 */
function getPlan(entity: Entity) {
  const plan = readReportPlan(entity, VIEW);
  if (!plan) throw new Error(`"${ENTITY}" has no report "${VIEW}"`);
  return plan;
}

function useFigures(span: string | undefined): ReadState<Figures> {
  const ports = usePorts();
  return useRead<Figures>([ENTITY, "card", span], async () => {
    const entity = await ports.entity(ENTITY);
    const { date, periods, measures } = getPlan(entity);
    const { zone } = ports.dialect;
    const period = span ?? periods[0] ?? "";
    const today = formatDay(ports.now(), zone);
    const time = readReportTime({ style: "range", ...findSpan(period, today) }, today, zone);
    const [fees, ...results] = await Promise.all([
      fetchCall(ports, `${FEES}.list`, { createdAt: period, totals: 1 }),
      ...measures.map(({ where }) => {
        const records = Object.fromEntries(Object.entries(where).map(([name, values]) => [name, values.join(",")]));
        const filters = { ...records, [date]: period, group: `${date}.${time.unit}` };
        return fetchCall(ports, `${ENTITY}.list`, filters);
      }),
    ]);
    return { entity, groups: results.map(({ groups = [] }) => groups), time, fees: fees.sums?.["amount"] ?? {} };
  });
}

interface BarsProps {
  figures: Figures;
  market: Market;
}
/** Totals and bars over all currencies, converted at the mid-market rates, and the difference of the totals. */
function Bars({ figures: { entity, groups, time }, market }: BarsProps) {
  const { lang } = usePorts();
  const isHidden = useAmountsHidden() !== undefined;
  const clock = useClock();
  const mids = new Map(market.rates.map(({ base, mid }) => [base, mid]));
  const [code] = useReportingCurrency([USUAL, ...mids.keys()]);
  const plan = getPlan(entity);
  const { bars, totals, net } = readFigures(plan, groups, {
    time,
    code,
    show: (amount) => (isHidden ? HIDDEN_AMOUNT : groupThousands(amount.toFixed(2))),
    convert(amount, from) {
      const rate = deriveRate(from, code, mids);
      // Each sum is rounded before it is added, so that the bars add up to the totals.
      return rate && amount.mul(rate).round(2);
    },
  });
  const nameOf = (sign: "in" | "out") =>
    entity.text(`views.${VIEW}.measure.${plan.measures.findIndex((measure) => measure.sign === sign)}`, lang);
  return (
    <>
      <dl className="hm-flow">
        {plan.measures.map(({ sign }, index) => (
          <div key={sign} data-sign={sign}>
            <dt>{nameOf(sign)}</dt>
            <dd>{totals[index]}</dd>
          </div>
        ))}
        <div>
          <dt>{entity.text(`views.${VIEW}.net`, lang)}</dt>
          <dd>{net}</dd>
        </div>
        <div>
          <dt className="sr-only">{t("home.totalIn")}</dt>
          <dd className="hm-quiet">
            {code} {t("home.totalMid", { time: clock(market.serverTime) })}
          </dd>
        </div>
      </dl>
      <BarChart label={t("home.inOut")} bars={bars} names={{ up: nameOf("in"), down: nameOf("out") }} size="card" />
    </>
  );
}

/** Fees of the period in each currency, with a link to the fees by kind of order. */
function Fees({ sums, href }: { sums: Record<string, string>; href: string | undefined }) {
  const isHidden = useAmountsHidden() !== undefined;
  const texts = Object.entries(sums).map(
    ([code, sum]) => `${isHidden ? HIDDEN_AMOUNT : groupThousands(sum)}\u00a0${code}`,
  );
  const text = texts.length === 0 ? t("home.noFees") : texts.join(" · ");
  return (
    <dl className="hm-flow hm-fees">
      <div>
        <dt>{t("home.fees")}</dt>
        <dd>{href && texts.length > 0 ? <Link href={href}>{text}</Link> : text}</dd>
      </div>
    </dl>
  );
}
