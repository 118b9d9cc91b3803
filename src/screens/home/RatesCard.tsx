/** Live exchange rates: mid, buying and selling price, change by sign and word, the day's chart; by server time. */
import { ChevronDown } from "lucide-react";
import { Fragment, useId, useState } from "react";
import { t } from "../../client/i18n.ts";
import type { Reading } from "../../engine/ui.tsx";
import { Card, Content, useClock } from "./Card.tsx";
import { Spark } from "./Spark.tsx";
import type { Market, Point, Rate } from "./use-rates.tsx";

/** Pairs shown before "all" is chosen. */
const FEW = 5;

interface Props {
  market: Reading<Market>;
  action?: { href: string; label: string } | undefined;
}
export function RatesCard({ market, action }: Props) {
  const { data, failure } = market;
  return (
    <Card
      name="rates"
      waits={data === undefined && !failure}
      title={t("home.rates")}
      end={data && <QuotedAt market={data} stale={data.stale || failure !== undefined} />}
    >
      <Content loaded={market}>
        {({ rates, history }) =>
          rates.length === 0 ? (
            <p className="hm-empty">{t("home.noRates")}</p>
          ) : (
            <Rates rates={rates} history={history} note={t(action ? "home.indicative" : "home.indicativeOnly")} />
          )
        }
      </Content>
    </Card>
  );
}

/** Server time of the rates, and a mark while they are old. */
function QuotedAt({ market, stale }: { market: Market; stale: boolean }) {
  const clock = useClock();
  return (
    <>
      <span className="hm-quiet">{t("home.quotedAt", { time: clock(market.serverTime) })}</span>
      {stale && (
        <span className="status" data-tone="warning">
          {t("home.stale")}
        </span>
      )}
    </>
  );
}

/** Table of the rates: the first few until all are chosen. */
function Rates({ rates, history, note }: Pick<Market, "rates" | "history"> & { note: string }) {
  const [all, setAll] = useState(false);
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
            {rates.slice(0, all ? rates.length : FEW).map((rate) => (
              <Line key={rate.pair} rate={rate} points={history[rate.pair] ?? []} />
            ))}
          </tbody>
        </table>
      </div>
      <footer className="hm-foot">
        {rates.length > FEW && (
          <button type="button" className="link" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t("home.fewer") : t("home.allPairs", { n: rates.length })}
          </button>
        )}
        <span className="hm-quiet">{note}</span>
      </footer>
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
              <Spark pair={rate.pair} points={points} />
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

/** Maximum rows of the table of points. */
const STEPS = 8;

function Opened({ rate, points }: { rate: Rate; points: readonly Point[] }) {
  const clock = useClock();
  const step = Math.max(1, Math.ceil(points.length / STEPS));
  const [begin, end] = [points[0], points.at(-1)];
  const shown = points.filter((_, index) => (points.length - 1 - index) % step === 0).toReversed();
  return (
    <div className="hm-opened">
      <figure>
        <Spark pair={rate.pair} points={points} tall />
        <figcaption className="hm-quiet">
          {begin && end && `${clock(begin[0])} – ${clock(end[0])}`}
          <strong>
            <Digits value={rate.mid} />
          </strong>
        </figcaption>
      </figure>
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
              <td data-end>{figure(mid)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Returns the rate with four decimals, more for a small one. */
function figure(value: string): string {
  const size = Math.abs(Number(value));
  return Number(value).toFixed(size >= 1 || size === 0 ? 4 : size >= 0.1 ? 5 : 6);
}

/** Emphasises the last two digits, which change most. */
function Digits({ value }: { value: string }) {
  const text = figure(value);
  return (
    <span className="hm-rate">
      {text.slice(0, -2)}
      <b>{text.slice(-2)}</b>
    </span>
  );
}

function Change({ percent }: { percent?: string | undefined }) {
  if (percent === undefined) return <span className="hm-quiet">—</span>;
  const sign = Number(percent) > 0 ? "up" : Number(percent) < 0 ? "down" : "flat";
  const figure = Math.abs(Number(percent)).toFixed(2);
  return (
    <span className="hm-change" data-sign={sign}>
      {t(`home.${sign}`)} {sign === "up" ? "+" : sign === "down" ? "−" : ""}
      {figure}%
    </span>
  );
}
