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
import { listCodes, readFigures } from "./read-figures.ts";
import { loadReport, applySpan } from "./report-figures.ts";
import { readReportTime } from "./report-time.ts";
import { ReportChoices } from "./ReportChoices.tsx";
import { ReportTable } from "./ReportTable.tsx";
import { useFigureText } from "./use-figure-text.tsx";
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
