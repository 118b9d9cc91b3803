/**
 * Line chart of a pair's mid-market rate over one or seven days, with the current rate, its change and a sentence for
 * screen readers.
 */
import { useId, useRef, useState } from "react";
import { t } from "../../client/i18n.ts";
import { useCall } from "../../client/reads.tsx";
import type { CallResponse } from "../../contract/calls.ts";

const [WIDTH, HEIGHT] = [320, 96];
const EDGE = 6;
type Prices = CallResponse<"ratePrice">;
type Point = Prices["history"][string][number];
interface Market {
  rate: Prices["rates"][number] | undefined;
  points: readonly Point[];
}

export function Chart({ sell, buy }: { sell: string; buy: string }) {
  const id = useId();
  const [days, setDays] = useState(1);
  const pair = `${sell}/${buy}`;
  const { data, failure } = useCall("ratePrice", { pairs: pair, days }, { enabled: sell !== buy });
  const latest = useRef(data);
  if (data) latest.current = data;
  // Keeps the previous curve while the next one is loading.
  const shown = failure ? undefined : latest.current;
  const market: Market | undefined = shown
    ? { rate: shown.rates[0], points: Object.values(shown.history)[0] ?? [] }
    : undefined;
  const rate = market?.rate;
  const change = rate?.changePercent;
  return (
    <section className="sw-card sw-market" aria-labelledby={id}>
      <header>
        <h2 id={id}>{pair}</h2>
        <span className="sw-days">
          {[1, 7].map((count) => (
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
            {change && (
              <span className="sw-quiet">
                {t(change.startsWith("-") ? "swap.down" : "swap.up", { percent: change.replace("-", "") })}
              </span>
            )}
          </p>
          <Line points={market.points} label={rate.mid} />
          <p className="sw-quiet">{t("swap.midNote")}</p>
        </>
      ) : (
        <p className="sw-quiet">{market ? t("swap.noMarket") : ""}</p>
      )}
    </section>
  );
}

function Line({ points, label }: { points: readonly Point[]; label: string }) {
  if (points.length < 2) return null;
  const values = points.map(([, mid]) => Number(mid));
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (index: number) => (index / (points.length - 1)) * WIDTH;
  const y = (value: number) =>
    HEIGHT - EDGE - (high === low ? 0.5 : (value - low) / (high - low)) * (HEIGHT - 2 * EDGE);
  const line = values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  const summary = t("swap.chart", {
    low: points[values.indexOf(low)]?.[1] ?? "",
    high: points[values.indexOf(high)]?.[1] ?? "",
    last: label,
  });
  return (
    <svg
      className="sw-chart"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={summary}
    >
      <polygon points={`0,${HEIGHT} ${line} ${WIDTH},${HEIGHT}`} />
      <polyline points={line} />
    </svg>
  );
}
