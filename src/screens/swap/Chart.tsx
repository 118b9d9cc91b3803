/** Mid-market rate of a pair: the current rate, its change, and its course over 1 to 90 days beside the user's rate. */
import { useId, useRef, useState } from "react";
import { getDateTag, t, useCall } from "@portolan/engine/app";
import { type CallResponse, Decimal, type Lang, type Zone } from "@portolan/engine";
import { usePorts } from "@portolan/engine/ui";
import { type Point, RateLine } from "./RateLine.tsx";

/** Numbers of days to choose from. */
const PERIODS = [1, 7, 30, 90];
type Rate = CallResponse<"ratePrice">["rates"][number];

interface ChartProps {
  sell: string;
  buy: string;
  lang: Lang;
  /** Rate of the current quote. Default: the rate that the user would get for a sale now. */
  quoted?: string | undefined;
}
export function Chart({ sell, buy, lang, quoted }: ChartProps) {
  const id = useId();
  const [days, setDays] = useState(1);
  const { zone } = usePorts().dialect;
  const pair = `${sell}/${buy}`;
  const { data, failure } = useCall("ratePrice", { pairs: pair, days }, { enabled: sell !== buy });
  const latest = useRef(data);
  if (data) latest.current = data;
  // Keeps the previous curve while the next one is loading.
  const shown = failure ? undefined : latest.current;
  const rate = shown?.rates[0];
  const points = shown ? (Object.values(shown.history)[0] ?? []) : [];
  return (
    <section className="sw-card sw-market" aria-labelledby={id}>
      <header>
        <h2 id={id}>{pair}</h2>
        <span className="sw-days">
          {PERIODS.map((count) => (
            <button
              key={count}
              type="button"
              className="btn"
              data-small
              data-quiet
              aria-pressed={days === count}
              onClick={() => setDays(count)}
            >
              {t("swap.days", { count })}
            </button>
          ))}
        </span>
      </header>
      {rate ? (
        <>
          <p className="sw-mid">
            <strong>{rate.mid}</strong>
            <span className="sw-quiet">{describeChange(rate, points, { days, lang, zone })}</span>
          </p>
          <RateLine pair={pair} points={points} days={days} own={quoted ?? rate.sell} />
          <p className="sw-quiet">{t("swap.midNote")}</p>
        </>
      ) : (
        <p className="sw-quiet">{shown ? t("swap.noMarket") : ""}</p>
      )}
    </section>
  );
}

/** Describes the change over a day, or since the first stored rate of a longer period. Empty when there is none. */
function describeChange(
  { changePercent }: Rate,
  points: readonly Point[],
  { days, lang, zone }: { days: number; lang: Lang; zone: Zone },
): string {
  const describe = (percent: string, end: string, more = {}) =>
    t(`swap.${percent.startsWith("-") ? "down" : "up"}${end}`, { percent: percent.replace("-", ""), ...more });
  if (days === 1) return changePercent === undefined ? "" : describe(changePercent, "");
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || first === last) return "";
  const from = Decimal.of(first[1]);
  const percent = Decimal.of(last[1]).sub(from).mul(100n).div(from, 2).toFixed(2);
  const date = new Intl.DateTimeFormat(getDateTag(lang), { timeZone: zone.name, month: "short", day: "numeric" });
  return describe(percent, "Since", { date: date.format(first[0]) });
}
