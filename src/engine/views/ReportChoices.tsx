/** Period and currency of a report, and the switch between bars and table. */
import { ChartColumn, Table2 } from "lucide-react";
import { formatSpan } from "../query/span-texts.ts";
import { usePorts } from "../react/ports-context.tsx";
import type { ViewProps } from "../react/view-part.tsx";
import type { ViewOf } from "../model/views.ts";

interface ReportChoicesProps {
  props: ViewProps<ViewOf<"report">>;
  codes: readonly string[];
  code: string;
  onCode(code: string): void;
  isTable: boolean;
  onTable(): void;
}
export function ReportChoices({ props, codes, code, onCode, isTable, onTable }: ReportChoicesProps) {
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
