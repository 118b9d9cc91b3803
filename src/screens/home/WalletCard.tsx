/** Balances: a total in one currency with its rate and time, and per currency balance = withdrawable + unavailable. */
import { useEffect, useRef, useState } from "react";
import { t } from "../../client/i18n.ts";
import type { EntityRow } from "../../contract/calls.ts";
import { Decimal, groupThousands, type Entity } from "../../engine/index.ts";
import { DOTS, figures, HideAmounts, Link, type Reading, useAmountsHidden, Value } from "../../engine/ui.tsx";
import { Card, Content, useClock } from "./Card.tsx";
import { rateOf, totalOf } from "./total.ts";
import type { Market } from "./use-rates.tsx";
import type { Shell } from "./shell.ts";

type Balance = EntityRow<"wallet">;
type FieldName = keyof Balance;
/** Columns of amounts, balance = the two others. */
const AMOUNTS: readonly FieldName[] = ["balance", "withdrawable", "unavailable"];
export interface Wallet {
  entity: Entity;
  rows: readonly Balance[];
}
const NONE = {};
const KEY = "reportingCurrency";
const USUAL = "CNY";
/** Storage key of the last order of currencies. */
const ORDER = "home.currencies";
const orderBefore = (): string[] => (localStorage.getItem(ORDER) ?? "").split(",");
/** Currencies shown before "all" is chosen. */
const FEW = 6;

export function WalletCard({
  wallet,
  market,
  shell,
}: {
  wallet: Reading<Wallet>;
  market: Reading<Market>;
  shell: Shell;
}) {
  const all = shell.place("wallet", "list");
  return (
    <Card
      name="wallet"
      waits={wallet.data === undefined && !wallet.failure}
      title={t("home.wallet")}
      end={
        <>
          <HideAmounts className="icon-btn" />
          {all && (
            <Link href={all.href} className="hm-all">
              {t("home.all")}
            </Link>
          )}
        </>
      }
    >
      <Content loaded={wallet}>{(data) => <Balances wallet={data} market={market.data} shell={shell} />}</Content>
    </Card>
  );
}

const zero = (row: Balance) => Decimal.of(row.balance).eq(0n);

function Balances({
  wallet: { entity, rows },
  market,
  shell,
}: {
  wallet: Wallet;
  market: Market | undefined;
  shell: Shell;
}) {
  const [opened, setOpened] = useState(false);
  const mids = new Map((market?.rates ?? []).map(({ base, mid }) => [base, mid]));
  const worth = (row: Balance) => Decimal.of(row.balance).mul(rateOf(row.currency, USUAL, mids) ?? Decimal.of("0"));
  // Sorted by value, empty balances last. Keeps the last visit's order until rates are loaded, so that rows do not jump.
  const before = useRef(orderBefore()).current;
  const place = (row: Balance) => before.indexOf(row.currency) + 1 || before.length + 1;
  const sorted = rows.toSorted(
    (a, b) => Number(zero(a)) - Number(zero(b)) || (market ? worth(b).cmp(worth(a)) : place(a) - place(b)),
  );
  const order = sorted.map((row) => row.currency).join();
  useEffect(() => {
    if (market) localStorage.setItem(ORDER, order);
  }, [market, order]);
  const lang = document.documentElement.lang === "en" ? "en" : "zh";
  const label = (name: FieldName) => entity.text(`field.${name}.label`, lang);
  const field = (name: FieldName) => entity.field(name);
  const pending = shell.place("pendingTrade", "list");
  if (rows.length === 0) return <p className="hm-empty">{t("home.noMoney")}</p>;
  return (
    <>
      <Total rows={rows} mids={mids} market={market} />
      <div className="hm-scroll">
        <table className="hm-table hm-balances">
          <caption className="sr-only">{t("home.wallet")}</caption>
          <thead>
            <tr>
              <th scope="col">{label("currency")}</th>
              {AMOUNTS.map((name) => (
                <th key={name} scope="col" data-end>
                  {label(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, opened ? rows.length : FEW).map((row) => (
              <tr key={row.currency} data-zero={zero(row) || undefined}>
                <th scope="row">{row.currency}</th>
                <td data-end data-label={label("balance")}>
                  <Value entity={entity} field={field("balance")} row={row} labels={NONE} />
                </td>
                <td data-end data-label={label("withdrawable")}>
                  <Value entity={entity} field={field("withdrawable")} row={row} labels={NONE} />
                </td>
                <td data-end data-label={label("unavailable")}>
                  {pending && !Decimal.of(row.unavailable).eq(0n) ? (
                    <Link href={`${pending.href}${pending.href.includes("?") ? "&" : "?"}currency=${row.currency}`}>
                      <Value entity={entity} field={field("unavailable")} row={row} labels={NONE} />
                      <span className="sr-only">{t("home.heldBy", { currency: row.currency })}</span>
                    </Link>
                  ) : (
                    <Value entity={entity} field={field("unavailable")} row={row} labels={NONE} />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <footer className="hm-foot">
        <span className="hm-quiet">{t("home.identity")}</span>
        {rows.length > FEW && (
          <button type="button" className="link" aria-expanded={opened} onClick={() => setOpened(!opened)}>
            {opened ? t("home.fewer") : t("home.allCurrencies", { n: rows.length })}
          </button>
        )}
      </footer>
    </>
  );
}

function Total({
  rows,
  mids,
  market,
}: {
  rows: readonly Balance[];
  mids: ReadonlyMap<string, string>;
  market: Market | undefined;
}) {
  const hidden = useAmountsHidden();
  const [currency, setCurrency] = useState(() => localStorage.getItem(KEY) ?? USUAL);
  const offered = [USUAL, ...mids.keys()];
  const to = offered.includes(currency) ? currency : USUAL;
  const { total, without } = totalOf(
    rows.map((row) => ({ currency: row.currency, balance: row.balance })),
    to,
    mids,
  );
  const rate = to === USUAL ? undefined : rateOf(to, USUAL, mids);
  const choose = (code: string) => {
    localStorage.setItem(KEY, code);
    setCurrency(code);
  };
  const clock = useClock();
  return (
    <div className="hm-total">
      <p>
        <span className="hm-quiet">{t("home.total")}</span>
        <span className="hm-sum">
          {!market ? (
            <span className="hm-quiet">{t("home.totalWaits")}</span>
          ) : hidden ? (
            figures(DOTS, hidden)
          ) : (
            groupThousands(total.toFixed(2))
          )}
        </span>
        <select
          className="hm-choose"
          aria-label={t("home.totalIn")}
          value={to}
          onChange={(event) => choose(event.target.value)}
        >
          {offered.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </select>
      </p>
      {market ? (
        <p className="hm-quiet">
          {rate
            ? t("home.totalRate", { base: to, rate: rate.toFixed(4), time: clock(market.serverTime) })
            : t("home.totalMid", { time: clock(market.serverTime) })}
          {without.length > 0 && ` ${t("home.without", { list: without.join("、") })}`}
        </p>
      ) : (
        <p className="hm-quiet" aria-hidden>
          &nbsp;
        </p>
      )}
    </div>
  );
}
