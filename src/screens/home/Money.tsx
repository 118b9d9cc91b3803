/** Available money: the total in one currency, the currencies it excludes, and the amount of each currency. */
import type { ReactNode } from "react";
import { type Shell, t } from "@portolan/engine/app";
import { Decimal, type Entity, type EntityRow, groupThousands } from "@portolan/engine";
import {
  HIDDEN_AMOUNT,
  renderFigures,
  HideAmountsButton,
  Link,
  type ReadState,
  useAmountsHidden,
  Value,
} from "@portolan/engine/ui";
import { Card, Content, useClock } from "./Card.tsx";
import { deriveRate, sumBalances } from "./total.ts";
import { hasOrderBefore, USUAL, useReportingCurrency, useSortedByValue } from "./use-currencies.tsx";
import type { Market } from "./use-rates.tsx";

type Balance = EntityRow<"wallet">;
export interface Wallet {
  entity: Entity;
  rows: readonly Balance[];
}
const SPENDABLE = "withdrawable" satisfies keyof Balance;
const NONE = {};
/** Number of currencies shown; the wallet shows all. */
const FEW = 6;

interface Props {
  wallet: ReadState<Wallet>;
  market: ReadState<Market>;
  shell: Shell;
}
export function Money({ wallet, market, shell }: Props) {
  const all = shell.findLink("wallet", "list");
  const lacksRates = market.data === undefined && !market.failure;
  // On the first visit, wait for the rates, because the currencies would change places when they arrive.
  const shown = lacksRates && wallet.data && !hasOrderBefore() ? { ...wallet, data: undefined } : wallet;
  return (
    <Card
      name="wallet"
      waits={(wallet.data === undefined && !wallet.failure) || lacksRates}
      title={t("home.wallet")}
      end={
        <>
          <HideAmountsButton className="icon-btn hm-hide" />
          {all && (
            <Link href={all.href} className="hm-all">
              {t("home.allBalances")}
            </Link>
          )}
        </>
      }
    >
      <Content loaded={shown}>
        {(data) =>
          data.rows.length === 0 ? (
            <p className="hm-empty">{t("home.noMoney")}</p>
          ) : (
            <Balances wallet={data} market={market.data} shell={shell} />
          )
        }
      </Content>
    </Card>
  );
}

function Balances({
  wallet: { entity, rows },
  market,
  shell,
}: {
  wallet: Wallet;
  market: Market | undefined;
  shell: Shell;
}) {
  const mids = new Map((market?.rates ?? []).map(({ base, mid }) => [base, mid]));
  const sorted = useSortedByValue(rows, mids, market !== undefined);
  const all = shell.findLink("wallet", "list");
  return (
    <>
      <Total rows={rows} mids={mids} market={market} shell={shell} />
      <ul className="hm-balances">
        {sorted.slice(0, FEW).map((row) => {
          const amount = <Value entity={entity} field={entity.field(SPENDABLE)} row={row} labels={NONE} />;
          return (
            <li key={row.currency} data-zero={Decimal.of(row.withdrawable).eq(0n) || undefined}>
              <span className="hm-quiet">{row.currency}</span>
              {all ? <Link href={all.href}>{amount}</Link> : amount}
            </li>
          );
        })}
        {rows.length > FEW && all && (
          <li>
            <span className="hm-quiet" aria-hidden>
              +{rows.length - FEW}
            </span>
            <Link href={all.href}>{t("home.allCurrencies", { n: rows.length })}</Link>
          </li>
        )}
      </ul>
    </>
  );
}

interface TotalProps {
  rows: readonly Balance[];
  mids: ReadonlyMap<string, string>;
  market: Market | undefined;
  shell: Shell;
}
/** Available total, with the whole balance and what is on hold or pending credit below. */
function Total({ rows, mids, market, shell }: TotalProps) {
  const hidden = useAmountsHidden();
  const offered = [USUAL, ...mids.keys()];
  const [to, choose] = useReportingCurrency(offered);
  const sum = (read: (row: Balance) => string) =>
    sumBalances(
      rows.map((row) => ({ currency: row.currency, balance: read(row) })),
      to,
      mids,
    );
  const show = (total: Decimal) => (hidden ? renderFigures(HIDDEN_AMOUNT, hidden) : groupThousands(total.toFixed(2)));
  const { total, without } = sum((row) => row.withdrawable);
  return (
    <div className="hm-total">
      <p>
        <span className="hm-sum">
          {market ? show(total) : <span className="hm-quiet">{t("home.totalWaits")}</span>}
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
      <p className="hm-parts">
        {market && (
          <>
            <Part name="balance">{show(sum((row) => row.balance).total)}</Part>
            <Part name="hold" href={shell.findLink("pendingTrade", "list")?.href}>
              {show(sum((row) => row.hold).total)}
            </Part>
            <Part name="pending">{show(sum((row) => row.pending).total)}</Part>
            <span className="hm-quiet">
              <ConvertedAt to={to} rate={to === USUAL ? undefined : deriveRate(to, USUAL, mids)} market={market} />
              {without.length > 0 && ` ${t("home.without", { list: without.join("、") })}`}
            </span>
          </>
        )}
      </p>
    </div>
  );
}

/** `href`: link to the orders behind the amount. */
function Part({ name, href, children }: { name: string; href?: string | undefined; children: ReactNode }) {
  return (
    <span>
      {t(`home.${name}`)}{" "}
      {href ? (
        <Link href={href} className="hm-part">
          {children}
        </Link>
      ) : (
        <strong className="hm-part">{children}</strong>
      )}
    </span>
  );
}

/** Mid-market rate of the conversion, if there is one, and the time of the rates. */
function ConvertedAt({ to, rate, market }: { to: string; rate: Decimal | undefined; market: Market }) {
  const time = useClock()(market.serverTime);
  return rate ? t("home.totalRate", { base: to, rate: rate.toFixed(4), time }) : t("home.totalMid", { time });
}
