/** Currency and period of a statement. */
import { useState } from "react";
import { type Entity, formatSpan } from "../../engine/index.ts";
import { usePorts, type ViewProps } from "../../engine/ui.tsx";
import type { StatementPlan } from "./statement.ts";

/** Value of the option that shows the inputs for the first and last day. */
const CUSTOM = "custom";

interface ChoicesProps extends Pick<ViewProps, "params" | "onParams" | "id"> {
  entity: Entity;
  plan: StatementPlan;
  currencies: readonly string[];
}

export function StatementChoices({ entity, id, plan, currencies, params, onParams }: ChoicesProps) {
  const { lang, t } = usePorts();
  const [currency, period] = [params.get(plan.currency) ?? "", params.get(plan.date) ?? ""];
  const own = period !== "" && !plan.periods.includes(period);
  const [requested, setRequested] = useState(false);
  const custom = own || requested;
  const choose = (name: string, value: string) => {
    const next = new URLSearchParams(params);
    for (const other of ["page", "cursor"]) next.delete(other);
    if (value === "") next.delete(name);
    else next.set(name, value);
    onParams(next, "push");
  };
  const choosePeriod = (value: string) => {
    setRequested(value === CUSTOM);
    if (value !== CUSTOM) choose(plan.date, value);
  };
  return (
    <div className="py-choices">
      <select
        aria-label={entity.label(plan.currency, lang)}
        value={currency}
        onChange={(event) => choose(plan.currency, event.target.value)}
      >
        {[...new Set([currency, ...currencies])].toSorted().map((code) => (
          <option key={code}>{code}</option>
        ))}
      </select>
      <select
        aria-label={entity.label(plan.date, lang)}
        value={custom ? CUSTOM : period}
        onChange={(event) => choosePeriod(event.target.value)}
      >
        {plan.periods.map((span) => (
          <option key={span} value={span}>
            {formatSpan(span, t)}
          </option>
        ))}
        <option value="">{entity.text(`views.${id}.all`, lang)}</option>
        <option value={CUSTOM}>{t("view.custom")}</option>
      </select>
      {custom && <Days period={own ? period : ""} onChange={(days) => choose(plan.date, days)} />}
    </div>
  );
}

/** Inputs for the first and last day. Changes the period once both are entered in chronological order. */
function Days({ period, onChange }: { period: string; onChange(period: string): void }) {
  const { t } = usePorts();
  const [first = "", last = ""] = period.split("..");
  const [days, setDays] = useState({ from: first.slice(0, 10), to: last.slice(0, 10) });
  const change = (next: typeof days) => {
    setDays(next);
    if (next.from !== "" && next.to !== "" && next.from <= next.to) onChange(`${next.from}..${next.to}`);
  };
  return (
    <>
      <input
        type="date"
        aria-label={t("list.from")}
        value={days.from}
        max={days.to || undefined}
        onChange={(event) => change({ ...days, from: event.target.value })}
      />
      <input
        type="date"
        aria-label={t("list.to")}
        value={days.to}
        min={days.from || undefined}
        onChange={(event) => change({ ...days, to: event.target.value })}
      />
    </>
  );
}
