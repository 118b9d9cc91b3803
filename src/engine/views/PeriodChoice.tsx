/** Period of a view: the named ranges, all time, and a first and last day. */
import { useState } from "react";
import { formatSpan } from "../query/span-texts.ts";
import { usePorts } from "../react/ports-context.tsx";
import "./period-choice.css";

/** Value of the option that shows the inputs for the first and last day. */
const CUSTOM = "custom";

interface PeriodChoiceProps {
  label: string;
  /** Named date ranges, such as `thisMonth`. */
  periods: readonly string[];
  /** The period as in the URL: a named range, `2026-11-01..2026-11-30`, or empty for all time. */
  period: string;
  /** Label of the option for all time. */
  all: string;
  onChange(period: string): void;
}

/**
 * Select of a period, with inputs for days of the user's choice.
 * @example
 * <PeriodChoice label="Time" periods={["thisMonth"]} period="thisMonth" all="All time" onChange={() => undefined} />;
 */
export function PeriodChoice({ label, periods, period, all, onChange }: PeriodChoiceProps) {
  const { t } = usePorts();
  const own = period !== "" && !periods.includes(period);
  const [requested, setRequested] = useState(false);
  const custom = own || requested;
  const choose = (value: string) => {
    setRequested(value === CUSTOM);
    if (value !== CUSTOM) onChange(value);
  };
  return (
    <>
      <select
        className="pv-period"
        aria-label={label}
        value={custom ? CUSTOM : period}
        onChange={(event) => choose(event.target.value)}
      >
        {periods.map((span) => (
          <option key={span} value={span}>
            {formatSpan(span, t)}
          </option>
        ))}
        <option value="">{all}</option>
        <option value={CUSTOM}>{t("view.custom")}</option>
      </select>
      {custom && <Days period={own ? period : ""} onChange={onChange} />}
    </>
  );
}

/** Inputs for the first and last day. Changes the period once both are entered in chronological order. */
function Days({ period, onChange }: Pick<PeriodChoiceProps, "period" | "onChange">) {
  const { t } = usePorts();
  const [first = "", last = first] = period.split("..");
  const [days, setDays] = useState({ from: first.slice(0, 10), to: last.slice(0, 10) });
  const change = (next: typeof days) => {
    setDays(next);
    if (next.from !== "" && next.to !== "" && next.from <= next.to) onChange(`${next.from}..${next.to}`);
  };
  return (
    <>
      <input
        type="date"
        className="pv-period"
        aria-label={t("list.from")}
        value={days.from}
        max={days.to || undefined}
        onChange={(event) => change({ ...days, from: event.target.value })}
      />
      <input
        type="date"
        className="pv-period"
        aria-label={t("list.to")}
        value={days.to}
        min={days.from || undefined}
        onChange={(event) => change({ ...days, to: event.target.value })}
      />
    </>
  );
}
