/** All pairs with mid, bid and ask price, the change over a day and its chart. Loaded on demand. */
import { ChevronDown } from "lucide-react";
import { Fragment, useId, useState } from "react";
import { t } from "@portolan/engine/app";
import { useClock } from "./Card.tsx";
import { Change, Digits, formatRate } from "./rate-figures.tsx";
import { Sparkline } from "./Sparkline.tsx";
import type { Market, Point, Rate } from "./use-rates.tsx";

export interface RatesProps extends Pick<Market, "rates" | "history"> {
  note: string;
}
export function Rates({ rates, history, note }: RatesProps) {
  return (
    <>
      <div className="hm-scroll">
        <table className="hm-table">
          <caption className="sr-only">{t("home.rates")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("home.pair")}</th>
              <th scope="col" data-end>
                {t("home.mid")}
              </th>
              <th scope="col" data-end className="hm-wide">
                {t("home.buy")}
              </th>
              <th scope="col" data-end className="hm-wide">
                {t("home.sell")}
              </th>
              <th scope="col" data-end>
                {t("home.change")}
              </th>
              <th scope="col" className="hm-chart">
                {t("home.day")}
              </th>
            </tr>
          </thead>
          <tbody>
            {rates.map((rate) => (
              <Line key={rate.pair} rate={rate} points={history[rate.pair] ?? []} />
            ))}
          </tbody>
        </table>
      </div>
      <p className="hm-quiet">{note}</p>
    </>
  );
}

function Line({ rate, points }: { rate: Rate; points: readonly Point[] }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <Fragment>
      <tr>
        <th scope="row">
          <strong>{rate.pair}</strong>
          <span className="hm-quiet hm-name">{rate.name}</span>
        </th>
        <td data-end>
          <Digits value={rate.mid} />
        </td>
        <td data-end className="hm-wide">
          {rate.buy ? <Digits value={rate.buy} /> : "—"}
        </td>
        <td data-end className="hm-wide">
          {rate.sell ? <Digits value={rate.sell} /> : "—"}
        </td>
        <td data-end>
          <Change percent={rate.changePercent} />
        </td>
        <td className="hm-chart">
          {points.length > 1 && (
            <button
              type="button"
              className="hm-more"
              aria-expanded={open}
              aria-controls={id}
              aria-label={t("home.openChart", { pair: rate.pair })}
              onClick={() => setOpen(!open)}
            >
              <Sparkline pair={rate.pair} points={points} />
              <ChevronDown size={16} strokeWidth={1.5} aria-hidden />
            </button>
          )}
        </td>
      </tr>
      {open && (
        <tr id={id}>
          <td colSpan={6}>
            <Opened rate={rate} points={points} />
          </td>
        </tr>
      )}
    </Fragment>
  );
}

/** Maximum number of rows in the table of data points. */
const STEPS = 8;

function Opened({ rate, points }: { rate: Rate; points: readonly Point[] }) {
  const clock = useClock();
  const step = Math.max(1, Math.ceil(points.length / STEPS));
  const [begin, end] = [points[0], points.at(-1)];
  const shown = points.filter((_, index) => (points.length - 1 - index) % step === 0).toReversed();
  return (
    <div className="hm-opened">
      <figure>
        <Sparkline pair={rate.pair} points={points} tall />
        <figcaption className="hm-quiet">
          {begin && end && `${clock(begin[0])} – ${clock(end[0])}`}
          <strong>
            <Digits value={rate.mid} />
          </strong>
        </figcaption>
      </figure>
      <dl className="hm-sides">
        {(["buy", "sell"] as const).map((side) => (
          <div key={side}>
            <dt className="hm-quiet">{t(`home.${side}`)}</dt>
            <dd>{rate[side] ? <Digits value={rate[side]} /> : "—"}</dd>
          </div>
        ))}
      </dl>
      <table className="hm-points">
        <caption className="sr-only">{t("home.points", { pair: rate.pair })}</caption>
        <thead>
          <tr>
            <th scope="col">{t("home.time")}</th>
            <th scope="col" data-end>
              {t("home.mid")}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(([at, mid]) => (
            <tr key={at}>
              <td>{clock(at)}</td>
              <td data-end>{formatRate(mid)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
