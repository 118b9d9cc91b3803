/** Wallet cards, one per currency, below the total of all balances. */
import { useState } from "react";
import {
  Decimal,
  evaluate,
  groupThousands,
  buildRecordScope,
  type CallResponse,
  type Row,
  type ViewOf,
  type Entity,
} from "@portolan/engine";
import {
  HIDDEN_AMOUNT,
  renderFigures,
  Link,
  type ReadState,
  useAmountsHidden,
  useListPage,
  usePorts,
  Value,
  ViewFrame,
  type ViewProps,
  LineChart,
  useNamedRead,
} from "@portolan/engine/ui";
import { BalanceCards } from "./BalanceCards.tsx";
import { BalancesTotal, useTotal } from "./BalancesTotal.tsx";
import type { BalancesPlan } from "./balances.ts";
import { fillLink, Offer } from "./Offer.tsx";
import "./balances.css";

/** Page size that exceeds the number of currencies, so that a single page holds all records. */
const ALL = 100;
type Props = ViewProps<ViewOf<"balances">>;

export function Balances(props: Props) {
  const { entity, id, view } = props;
  const { plan } = view;
  const { lang } = usePorts();
  const list = useListPage({ ...props, size: ALL });
  const total = useTotal(entity, plan.total);
  const history = useHistory(entity, plan.card.line);
  const [opened, setOpened] = useState(false);
  const rows = sortByWorth(list.state.rows, plan, total.data?.worth);
  const empty = plan.zero ? rows.filter((row) => isZero(row, plan)) : [];
  const shown = rows.filter((row) => !empty.includes(row));
  const text = (part: string, params?: Record<string, string | number>) =>
    entity.text(`views.${id}.${part}`, lang, params);
  return (
    <ViewFrame
      page={props}
      list={list}
      main={plan.main}
      // The cards stand by their worth, and grow by their lines.
      isReady={!isLoading(total) && !isLoading(history)}
      waiting={<BalancesWaiting card={plan.card} />}
    >
      <BalancesTotal entity={entity} plan={plan.total} text={text} total={total} />
      <BalanceCards count={shown.length + Number(empty.length > 0)}>
        {shown.map((row) => (
          <BalanceCard key={String(row[entity.key])} {...props} row={row} history={history.data} />
        ))}
        {empty.length > 0 && (
          <li className="py-folded">
            <button type="button" className="link" aria-expanded={opened} onClick={() => setOpened(!opened)}>
              {text("zero", { count: empty.length })}
            </button>
          </li>
        )}
      </BalanceCards>
      {opened && (
        <BalanceCards count={empty.length}>
          {empty.map((row) => (
            <BalanceCard key={String(row[entity.key])} {...props} row={row} history={undefined} />
          ))}
        </BalanceCards>
      )}
    </ViewFrame>
  );
}

const isLoading = ({ data, failure }: ReadState<unknown>) => data === undefined && failure === undefined;

const readAmount = (row: Row, name: string) => Decimal.parse(row[name]) ?? Decimal.of("0");
const isZero = (row: Row, { card }: BalancesPlan) =>
  [card.amount, ...card.under].every((name) => readAmount(row, name).eq(0n));

/** Sorts the records by value, highest first, or keeps the order of the list until the values are loaded. */
const sortByWorth = (rows: readonly Row[], { card }: BalancesPlan, worth: Record<string, string> | undefined) =>
  worth === undefined
    ? [...rows]
    : rows.toSorted((a, b) => readAmount(worth, String(b[card.title])).cmp(readAmount(worth, String(a[card.title]))));

interface CardProps extends Props {
  row: Row;
  history: ReturnType<typeof useHistory>["data"];
}
function BalanceCard({ entity, id, view, row, history }: CardProps) {
  const { lang, canOpen } = usePorts();
  const { card } = view.plan;
  const hidden = useAmountsHidden();
  const code = String(row[card.title]);
  const text = (part: string, params?: Record<string, string | number>) =>
    entity.text(`views.${id}.${part}`, lang, params);
  const actions = card.actions.filter(
    ({ to, when }) =>
      (!when || evaluate(when, { self: buildRecordScope(entity.fields, row) }) === true) &&
      canOpen?.(fillLink(to, row)) !== false,
  );
  return (
    <li className="py-balance">
      <h2>
        <Value entity={entity} field={entity.field(card.title)} row={row} labels={NONE} />
      </h2>
      <p className="py-balance-amount" data-zero={readAmount(row, card.amount).eq(0n) || undefined}>
        {hidden === undefined ? groupThousands(String(row[card.amount])) : renderFigures(HIDDEN_AMOUNT, hidden)}
        <span>
          {code} · {entity.label(card.amount, lang)}
        </span>
      </p>
      <dl>
        {card.under.map((name) => (
          <Figure key={name} row={row} entity={entity} name={name} why={card.why[name]} text={text} />
        ))}
      </dl>
      {card.line !== undefined && history !== undefined && <BalanceLine label={text("line")} ends={history[code]} />}
      {card.offer && <Offer entity={entity} id={id} offer={card.offer} row={row} />}
      {actions.length > 0 && (
        <p className="py-balance-actions">
          {actions.map(({ name, to }) => (
            <Link key={name} className="btn" data-small href={fillLink(to, row)} aria-label={`${text(name)} ${code}`}>
              {text(name)}
            </Link>
          ))}
        </p>
      )}
    </li>
  );
}
const NONE = {};
/** An amount below the main one, with a link that explains it unless the amount is zero. */
function Figure({
  entity,
  row,
  name,
  why,
  text,
}: Pick<Props, "entity"> & {
  row: Row;
  name: string;
  why: BalancesPlan["card"]["why"][string] | undefined;
  text(part: string, params?: Record<string, string | number>): string;
}) {
  const { lang, canOpen } = usePorts();
  const zero = readAmount(row, name).eq(0n);
  const field = entity.field(name);
  const href = why && fillLink(why.link.to, row);
  return (
    <div data-zero={zero || undefined}>
      <dt>{entity.label(name, lang)}</dt>
      <dd>
        <Value entity={entity} field={field} row={row} labels={NONE} />
        {href !== undefined && !zero && canOpen?.(href) !== false && (
          <Link href={href}>{text(`why.${name}`, { count: why?.count ? Number(row[why.count]) : 0 })}</Link>
        )}
      </dd>
    </div>
  );
}

const EXPECTED = [1, 2, 3, 4, 5, 6];

/** Placeholder of the wallet: the total, and cards with the lines of the loaded ones. */
function BalancesWaiting({ card }: Pick<BalancesPlan, "card">) {
  return (
    <div className="py-waiting" aria-hidden>
      <div className="py-total">
        <p className="py-total-sum">{BONE}</p>
        <p className="py-total-said" />
        <div className="py-bar" />
        <p className="py-shares">&nbsp;</p>
      </div>
      <BalanceCards count={EXPECTED.length}>
        {EXPECTED.map((index) => (
          <li key={index} className="py-balance">
            <h2>{BONE}</h2>
            <p className="py-balance-amount">
              <strong className="skeleton pv-bone">&nbsp;</strong>
            </p>
            <dl>
              {card.under.map((name) => (
                <div key={name}>
                  <dt>{BONE}</dt>
                  <dd>&nbsp;</dd>
                </div>
              ))}
            </dl>
            {card.line !== undefined && <div className="py-balance-line" />}
            <p className="py-balance-actions">
              <span className="btn skeleton pv-bone" data-small />
            </p>
          </li>
        ))}
      </BalanceCards>
    </div>
  );
}

const BONE = <span className="skeleton pv-bone">&nbsp;</span>;

/** End-of-day balances of the last days in chronological order, by currency. */
type History = CallResponse<"walletHistory">["balances"];

/** Loads the balances of the last days. They are empty if the view has no such call. */
function useHistory(entity: Entity, call: string | undefined): ReadState<History> {
  const history = useNamedRead<History, CallResponse<"walletHistory">>(
    entity,
    call ?? "",
    {},
    { enabled: call !== undefined, read: ({ balances }) => balances },
  );
  return call === undefined ? { ...history, data: NONE } : history;
}

/** Renders nothing while amounts are hidden, because the line would reveal how they compare. */
function BalanceLine({ label, ends }: { label: string; ends: readonly string[] | undefined }) {
  const { t } = usePorts();
  const hidden = useAmountsHidden() !== undefined;
  if (hidden || !ends || ends.length < 2) return null;
  const points = ends.map(Number);
  const show = (value: number) => groupThousands(ends[points.indexOf(value)] ?? "");
  return (
    <LineChart
      label={label}
      points={points}
      text={`${label}${t("filter.colon")}${t("view.line", {
        low: show(Math.min(...points)),
        high: show(Math.max(...points)),
        last: groupThousands(ends.at(-1) ?? ""),
      })}`}
    />
  );
}
