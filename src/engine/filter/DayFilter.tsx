/** Filter by a date range in the dialect's time zone, with presets. */
import { useState } from "react";
import { usePorts } from "../react/ports-context.tsx";
import { findSpan } from "../base/days.ts";
import { formatDay } from "../base/time-zone.ts";
import { RangeInputs } from "./RangeInputs.tsx";
import type { FilterProps } from "./filter-props.ts";
import { formatSpan } from "../query/span-texts.ts";

const COMMON = ["today", "last7d", "last30d", "thisMonth", "lastMonth"];
const DAY = /^\d{4}-\d{2}-\d{2}$/;

export function DayFilter({ filter, onChange, label, close }: FilterProps & { label: string; close(): void }) {
  const { dialect, t, now } = usePorts();
  const range = filter?.style === "range" ? filter : undefined;
  const [from, setFrom] = useState(range?.from?.slice(0, 10) ?? "");
  const [to, setTo] = useState(range?.to?.slice(0, 10) ?? "");
  const [wrong, setWrong] = useState(false);
  const choose = (span: string) => {
    const ends = findSpan(span, formatDay(now(), dialect.zone));
    if (ends) onChange({ style: "range", ...ends, relative: span });
    close();
  };
  const apply = () => {
    const days = [from, to].map((text) => text.trim().replaceAll(/[./]/g, "-"));
    if (days.some((day) => day !== "" && (!DAY.test(day) || Number.isNaN(Date.parse(day))))) return setWrong(true);
    onChange(days[0] || days[1] ? { style: "range", from: days[0] || undefined, to: days[1] || undefined } : undefined);
    close();
  };
  return (
    <RangeInputs
      label={label}
      ends={[from, to]}
      onFrom={setFrom}
      onTo={setTo}
      placeholder="YYYY-MM-DD"
      inputMode="numeric"
      error={wrong ? t("list.wrongDay") : undefined}
      onApply={apply}
    >
      <div className="pt-spans">
        {COMMON.map((span) => (
          <button
            key={span}
            type="button"
            className="btn"
            data-small
            data-quiet
            aria-pressed={range?.relative === span}
            onClick={() => choose(span)}
          >
            {formatSpan(span, t)}
          </button>
        ))}
      </div>
    </RangeInputs>
  );
}
