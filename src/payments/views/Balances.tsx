/** Wallet cards, one per currency, below the total of all balances. */
import { useState } from "react";
import { Decimal, evaluate, groupThousands, buildRecordScope, type Row, type ViewOf } from "@portolan/engine";
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
} from "@portolan/engine/ui";
import { BalanceCards } from "./BalanceCards.tsx";
import { BalancesTotal, useTotal } from "./BalancesTotal.tsx";
import { BalancesWaiting } from "./BalancesWaiting.tsx";
import { BalanceLine, useHistory } from "./BalanceLine.tsx";
import { fillLink, Offer } from "./Offer.tsx";
import type { BalancesPlan } from "./balances.ts";
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
