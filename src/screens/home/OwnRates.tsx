/**
 * Rates of the currencies that the merchant holds, or of the usual ones: the selling price per unit (otherwise the
 * mid-market rate) and the change over a day. All pairs are shown on demand.
 */
import { useState } from "react";
import { t } from "@portolan/engine/app";
import { createLazyPart, type ReadState } from "@portolan/engine/ui";
import { Card, Content, useClock } from "./Card.tsx";
import { Change, Digits } from "./rate-figures.tsx";
import type { Market } from "./use-rates.tsx";

const Rates = createLazyPart(
  () => import("./Rates.tsx").then((module) => module.Rates),
  () => <div className="hm-rates-wait" aria-hidden />,
);
/** Default currencies for a merchant without foreign currency. */
const USUAL = ["USD", "EUR", "HKD"];

interface Props {
  market: ReadState<Market>;
  /** Currencies that the merchant holds; undefined while loading. */
  own: readonly string[] | undefined;
  canExchange: boolean;
}
export function OwnRates({ market, own, canExchange }: Props) {
  const { data, failure } = market;
  const [all, setAll] = useState(false);
  return (
    <Card
      name="rates"
      waits={(data === undefined && !failure) || own === undefined}
      title={t("home.rates")}
      end={data && <QuotedAt market={data} stale={data.stale || failure !== undefined} />}
    >
      <Content loaded={market}>
        {({ rates, history }) => {
          if (rates.length === 0) return <p className="hm-empty">{t("home.noRates")}</p>;
          const held = rates.filter(({ base }) => own?.includes(base));
          const shown = held.length > 0 ? held : rates.filter(({ base }) => USUAL.includes(base));
          return (
            <>
              {all ? (
                <Rates
                  rates={rates}
                  history={history}
                  note={t(canExchange ? "home.indicative" : "home.indicativeOnly")}
                />
              ) : (
                <ul className="hm-own-rates">
                  {shown.map(({ pair, base, sell, mid, changePercent }) => (
                    <li key={pair}>
                      <strong>{base}</strong>
                      <Digits value={sell ?? mid} />
                      <Change percent={changePercent} />
                    </li>
                  ))}
                </ul>
              )}
              <footer className="hm-foot">
                <button type="button" className="link" aria-expanded={all} onClick={() => setAll(!all)}>
                  {all ? t("home.ownPairs") : t("home.allPairs", { n: rates.length })}
                </button>
                {!all && <span className="hm-quiet">{t("home.sellsFor")}</span>}
              </footer>
            </>
          );
        }}
      </Content>
    </Card>
  );
}

/** Server time of the rates, with a warning when they are stale. */
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
