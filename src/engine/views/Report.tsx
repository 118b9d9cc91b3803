/** A report: sums over a period, and bars by day or month or the same figures as a table. */
import { useMemo, useState } from "react";
import { formatDay } from "../base/time-zone.ts";
import { useRead } from "../data/use-read.tsx";
import type { Entity, Row } from "../model/entity.ts";
import type { ViewOf } from "../model/views.ts";
import type { GroupTotal } from "../model/wire.ts";
import { findListCall } from "../query/list-call.ts";
import { usePorts } from "../react/ports-context.tsx";
import type { ViewProps } from "../react/view-part.tsx";
import { useListPage } from "../table/use-list-page.tsx";
import type { ReportPlan } from "../view-types/report.ts";
import { BarChart } from "./BarChart.tsx";
import { listCodes, readFigures, type Bar } from "./read-figures.ts";
import { loadReport, applySpan } from "./report-figures.ts";
import { readReportTime } from "./report-time.ts";
import { ChartColumn, Table2 } from "lucide-react";
import { formatSpan } from "../query/span-texts.ts";
import { HIDDEN_AMOUNT, useAmountsHidden } from "../cells/amount-privacy.tsx";
import type { Decimal } from "../base/decimal.ts";
import { buildKindContext } from "../entity/values.ts";
import { buildCurrencyPreset } from "./currency-field.ts";
import { ViewFrame } from "./ViewFrame.tsx";
import "./report.css";

type Props = ViewProps<ViewOf<"report">>;
const NO_PRESET: Row = {};

export function Report(props: Props) {
  const { entity, view, id, preset = NO_PRESET } = props;
  const { plan } = view;
  const list = useListPage(props);
  const { lang, t, now, dialect } = usePorts();
  const [isTable, setTable] = useState(false);
  const [code, choose] = useState<string>();
  const today = formatDay(now(), dialect.zone);
  const query = useMemo(
    () => applySpan(list.query, plan.date, { span: plan.periods[0] ?? "", today }),
    [list.query, plan, today],
  );
  const { data: groups, failure, reload } = useReport(props, query, preset);
  const codes = listCodes(plan, groups ?? []);
  const shown = code !== undefined && codes.includes(code) ? code : (codes[0] ?? "");
  const show = useFigureText(entity, plan);
  const time = readReportTime(query.filters[plan.date], today, dialect.zone);
  const figures = readFigures(plan, groups ?? [], { time, code: shown, show });
  const names = plan.measures.map((_, index) => entity.text(`views.${id}.measure.${index}`, lang));
  const nameOf = (sign: "in" | "out") => names[plan.measures.findIndex((measure) => measure.sign === sign)];
  const label = `${props.title} ${shown}`;
  return (
    <ViewFrame
      page={props}
      list={{ ...list, fixed: new Set([...list.fixed, plan.date]) }}
      tools={
        <ReportChoices
          props={props}
          codes={codes}
          code={shown}
          onCode={choose}
          isTable={isTable}
          onTable={() => setTable(!isTable)}
        />
      }
      isReady={groups !== undefined || failure !== undefined}
      waiting={<Waiting figures={plan.measures.length + Number(plan.net === true)} />}
    >
      {failure && <Failed message={failure.message} onRetry={reload} />}
      <div className="pv-report" aria-busy={!groups && !failure}>
        <Totals entity={entity} id={id} plan={plan} figures={figures} names={names} code={shown} />
        {groups && codes.length === 0 && <p className="pt-quiet">{t("view.noFigures")}</p>}
        {codes.length > 0 &&
          (isTable ? (
            <ReportTable
              label={label}
              date={entity.label(plan.date, lang)}
              plan={plan}
              names={names}
              bars={figures.bars}
            />
          ) : (
            <BarChart label={label} bars={figures.bars} names={{ up: nameOf("in"), down: nameOf("out") }} />
          ))}
      </div>
    </ViewFrame>
  );
}

/** Notice that the figures could not be loaded, shown above those of an earlier load. */
function Failed({ message, onRetry }: { message: string; onRetry(): void }) {
  const { t } = usePorts();
  return (
    <p className="pt-failed" role="alert">
      {message || t("list.failed")}
      <button type="button" className="btn" data-small onClick={onRetry}>
        {t("form.retry")}
      </button>
    </p>
  );
}

interface TotalsProps {
  entity: Entity;
  id: string;
  plan: ReportPlan;
  figures: Pick<ReturnType<typeof readFigures>, "totals" | "net">;
  names: readonly string[];
  code: string;
}
/** Totals of the measures, and their difference if the report has one. */
function Totals({ entity, id, plan, figures: { totals, net }, names, code }: TotalsProps) {
  const { lang } = usePorts();
  return (
    <dl className="pv-report-totals">
      {plan.measures.map(({ sign }, index) => (
        <div key={sign} data-sign={sign}>
          <dt>{names[index]}</dt>
          <dd>
            {totals[index]} <span className="iso">{code}</span>
          </dd>
        </div>
      ))}
      {plan.net && (
        <div>
          <dt>{entity.text(`views.${id}.net`, lang)}</dt>
          <dd>
            {net} <span className="iso">{code}</span>
          </dd>
        </div>
      )}
    </dl>
  );
}

/** Loads the groups of the report's measures. The previous groups stay until new groups are loaded. */
function useReport({ entity, view }: Props, query: Parameters<typeof loadReport>[2]["query"], preset: Row) {
  const ports = usePorts();
  const { plan } = view;
  return useRead<GroupTotal[][]>([entity.name, "report", plan, query, preset], (signal) =>
    loadReport(ports, entity, { plan, query, preset, call: findListCall(entity, preset, ports.granted) }, signal),
  );
}

/** Totals and a chart of the same height as the loaded ones. */
const Waiting = ({ figures }: { figures: number }) => (
  <div className="pv-report" aria-hidden>
    <dl className="pv-report-totals">
      {Array.from({ length: figures }, (_figure, index) => (
        <div key={index}>
          <dt>&nbsp;</dt>
          <dd className="skeleton pv-bone">&nbsp;</dd>
        </div>
      ))}
    </dl>
    <div className="skeleton pv-report-bars" />
  </div>
);

interface ReportChoicesProps {
  props: ViewProps<ViewOf<"report">>;
  codes: readonly string[];
  code: string;
  onCode(code: string): void;
  isTable: boolean;
  onTable(): void;
}
/** Period and currency of a report, and the switch between bars and table. */
function ReportChoices({ props, codes, code, onCode, isTable, onTable }: ReportChoicesProps) {
  const { entity, view, params, onParams } = props;
  const { date, periods, measures } = view.plan;
  const { lang, t } = usePorts();
  const chosen = params.get(date) ?? periods[0] ?? "";
  const choose = (span: string) => {
    const next = new URLSearchParams(params);
    next.set(date, span);
    onParams(next, "push");
  };
  const spans = periods.includes(chosen) ? periods : [...periods, chosen];
  const currency = measures[0] && entity.field(measures[0].sum).currency;
  return (
    <div className="pv-report-tools">
      <select aria-label={t("view.period")} value={chosen} onChange={(event) => choose(event.target.value)}>
        {spans.map((span) => (
          <option key={span} value={span}>
            {periods.includes(span) ? formatSpan(span, t) : span.replace("..", "–")}
          </option>
        ))}
      </select>
      {currency && "field" in currency && codes.length > 1 && (
        <select
          aria-label={entity.label(currency.field, lang)}
          value={code}
          onChange={(event) => onCode(event.target.value)}
        >
          {codes.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </select>
      )}
      <button type="button" className="btn" data-small onClick={onTable}>
        {isTable ? (
          <ChartColumn size={16} strokeWidth={1.5} aria-hidden />
        ) : (
          <Table2 size={16} strokeWidth={1.5} aria-hidden />
        )}
        {t(isTable ? "view.asChart" : "view.asTable")}
      </button>
    </div>
  );
}

interface ReportTableProps {
  label: string;
  /** Header of the column with days or months. */
  date: string;
  plan: ReportPlan;
  names: readonly string[];
  bars: readonly Bar[];
}
/** Figures of a report as a table, latest first. */
function ReportTable({ label, date, plan, names, bars }: ReportTableProps) {
  return (
    <table className="pv-report-table" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{date}</th>
          {names.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars.toReversed().map((bar) => (
          <tr key={bar.label}>
            <th scope="row">{bar.label}</th>
            {plan.measures.map(({ sign }) => (
              <td key={sign} data-zero={(sign === "in" ? bar.up : bar.down) === 0 || undefined}>
                {sign === "in" ? bar.upText : bar.downText}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Returns a function that formats an amount in a currency. */
function useFigureText(entity: Entity, { measures }: ReportPlan): (amount: Decimal, code: string) => string {
  const { lang } = usePorts();
  const hidden = useAmountsHidden();
  const [first] = measures;
  return useMemo(() => {
    const field = first && entity.field(first.sum);
    return (amount, code) => {
      if (hidden || !field) return HIDDEN_AMOUNT;
      return field.kind.text(
        amount.toString(),
        buildKindContext(entity, field, lang, buildCurrencyPreset(field, code)),
      );
    };
  }, [entity, first, lang, hidden]);
}
