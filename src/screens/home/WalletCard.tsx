/** Balances: a total in one currency with its rate and time, and per currency balance = withdrawable + unavailable. */
import { useEffect, useRef, useState } from "react";
import { t } from "../../client/i18n.ts";
import type { EntityRow } from "../../contract/calls.ts";
import { Decimal, groupThousands, type Entity } from "../../engine/index.ts";
import { DOTS, figures, HideAmounts, Link, type Reading, useAmountsHidden, usePorts, Value } from "../../engine/ui.tsx";
import { Card, Content, useClock } from "./Card.tsx";
import { deriveRate, sumBalances } from "./total.ts";
import type { Market } from "./use-rates.tsx";
import type { Shell } from "./shell.ts";

type Balance = EntityRow<"wallet">;
type FieldName = keyof Balance;
/** Columns of amounts; the balance is the sum of the other two. */
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
  const sorted = useSortedByValue(rows, mids, market !== undefined);
  const { lang } = usePorts();
  const label = (name: FieldName) => entity.label(name, lang);
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
              <BalanceRow key={row.currency} entity={entity} row={row} label={label} shell={shell} />
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

/** Returns the balances by value, empty ones last. Keeps the last visit's order until the mid rates are loaded, so that rows do not jump. */
function useSortedByValue(
  rows: readonly Balance[],
  mids: ReadonlyMap<string, string>,
  isLoaded: boolean,
): readonly Balance[] {
  const worth = (row: Balance) => Decimal.of(row.balance).mul(deriveRate(row.currency, USUAL, mids) ?? Decimal.of("0"));
  const before = useRef(orderBefore()).current;
  const place = (row: Balance) => before.indexOf(row.currency) + 1 || before.length + 1;
  const sorted = rows.toSorted(
    (a, b) => Number(zero(a)) - Number(zero(b)) || (isLoaded ? worth(b).cmp(worth(a)) : place(a) - place(b)),
  );
  const order = sorted.map((row) => row.currency).join();
  useEffect(() => {
    if (isLoaded) localStorage.setItem(ORDER, order);
  }, [isLoaded, order]);
  return sorted;
}

interface BalanceRowProps {
  entity: Entity;
  row: Balance;
  label(name: FieldName): string;
  shell: Shell;
}
/** One currency's amounts. What is unavailable links to the orders that hold it. */
function BalanceRow({ entity, row, label, shell }: BalanceRowProps) {
  const pending = shell.place("pendingTrade", "list");
  const amount = (name: FieldName) => <Value entity={entity} field={entity.field(name)} row={row} labels={NONE} />;
  return (
    <tr data-zero={zero(row) || undefined}>
      <th scope="row">{row.currency}</th>
      <td data-end data-label={label("balance")}>
        {amount("balance")}
      </td>
      <td data-end data-label={label("withdrawable")}>
        {amount("withdrawable")}
      </td>
      <td data-end data-label={label("unavailable")}>
        {pending && !Decimal.of(row.unavailable).eq(0n) ? (
          <Link href={`${pending.href}${pending.href.includes("?") ? "&" : "?"}currency=${row.currency}`}>
            {amount("unavailable")}
            <span className="sr-only">{t("home.heldBy", { currency: row.currency })}</span>
          </Link>
        ) : (
          amount("unavailable")
        )}
      </td>
    </tr>
  );
}

interface TotalProps {
  rows: readonly Balance[];
  mids: ReadonlyMap<string, string>;
  market: Market | undefined;
}
/** All balances in the currency that the user chose, and the rate and time that they are converted at. */
function Total({ rows, mids, market }: TotalProps) {
  const hidden = useAmountsHidden();
  const offered = [USUAL, ...mids.keys()];
  const [to, choose] = useReportingCurrency(offered);
  const { total, without } = sumBalances(
    rows.map(({ currency, balance }) => ({ currency, balance })),
    to,
    mids,
  );
  const rate = to === USUAL ? undefined : deriveRate(to, USUAL, mids);
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

/** The chosen currency of the total, kept in the browser; the usual one while the chosen one is not offered. */
function useReportingCurrency(offered: readonly string[]): [string, (code: string) => void] {
  const [currency, setCurrency] = useState(() => localStorage.getItem(KEY) ?? USUAL);
  const choose = (code: string) => {
    localStorage.setItem(KEY, code);
    setCurrency(code);
  };
  return [offered.includes(currency) ? currency : USUAL, choose];
}
