/** Statement of one currency: opening and closing balance, money in and out, and a running balance. */
import { useEffect } from "react";
import { parseQuery, type Query, type ViewOf, type Entity } from "@portolan/engine";
import {
  Heading,
  Pager,
  type ReadState,
  useListPage,
  usePorts,
  useWidth,
  ViewFrame,
  type ViewProps,
  WaitingLines,
  PeriodChoice,
} from "@portolan/engine/ui";
import { StatementActions } from "./StatementActions.tsx";
import { StatementBalances } from "./StatementBalances.tsx";
import type { StatementPlan } from "./statement.ts";
import { StatementLines } from "./StatementLines.tsx";
import { type Account, useAccount } from "./use-account.tsx";
import "./statement.css";

type Props = ViewProps<ViewOf<"statement">>;

/** Unless the URL has a single currency, adds that of the loaded account and the default period. */
export function Statement(props: Props) {
  const { entity, view, params, onParams } = props;
  const { plan } = view;
  const { lang, now } = usePorts();
  const query = parseQuery(entity, params, { now: now(), lang });
  const chosen = findChosenCurrency(plan, query);
  const account = useAccount(entity, plan, { currency: chosen, period: query.filters[plan.date] });
  const { data } = account;
  useEffect(() => {
    if (chosen !== undefined || !data) return;
    const next = new URLSearchParams(params);
    next.set(plan.currency, data.currency);
    if (!next.has(plan.date) && plan.periods[0] !== undefined) next.set(plan.date, plan.periods[0]);
    onParams(next, "replace");
  }, [chosen, data, params, onParams, plan]);
  const isPhone = useWidth() === "phone";
  if (chosen !== undefined) return <Page {...props} currency={chosen} account={account} />;
  const choices = <StatementChoices {...props} plan={plan} currencies={NONE} />;
  return (
    <section className="pt-page">
      <header className="pt-head">
        <Heading>{props.title}</Heading>
        {props.modes}
        {!isPhone && choices}
      </header>
      {isPhone && choices}
      {account.failure ? <Failed account={account} /> : WAITING}
    </section>
  );
}

const NONE: readonly string[] = [];

/** Both balances, and lines. */
const WAITING = (
  <>
    <p className="py-ends">&nbsp;</p>
    <WaitingLines />
  </>
);

/** Returns the single currency in the URL; undefined for none or several. */
function findChosenCurrency({ currency }: StatementPlan, { filters }: Query): string | undefined {
  const filter = filters[currency];
  return filter?.style === "is" && !filter.not && filter.values.length === 1 ? filter.values[0] : undefined;
}

/** Notice that the balances could not be loaded. */
function Failed({ account: { failure, reload } }: { account: ReadState<Account> }) {
  const { t } = usePorts();
  return (
    <p className="pt-failed" role="alert">
      {failure?.message || t("list.failed")}
      <button type="button" className="btn" data-small onClick={reload}>
        {t("form.retry")}
      </button>
    </p>
  );
}

/** Returns whether the query has all lines of the currency and period, in their own order. */
const isUnfiltered = ({ currency, date }: StatementPlan, { q, filters, sort }: Query): boolean =>
  !q && sort.length === 0 && Object.keys(filters).every((name) => name === currency || name === date);

/** Returns the balances at the ends of the page's lines: the closing one on the first page, the opening one on the last. */
function findEdges({ query, state }: ReturnType<typeof useListPage>, account: Account | undefined) {
  const isLast = state.total !== undefined && query.page * query.size >= state.total;
  return { closing: query.page === 1 ? account?.closing : undefined, opening: isLast ? account?.opening : undefined };
}

function Page(props: Props & { currency: string; account: ReadState<Account> }) {
  const { entity, id, view, title, currency } = props;
  const { data: account, failure } = props.account;
  const { plan } = view;
  const list = useListPage(props);
  const { query, state } = list;
  const isPhone = useWidth() === "phone";
  const choices = <StatementChoices {...props} plan={plan} currencies={account?.currencies ?? []} />;
  const modes = (
    <>
      {props.modes}
      {choices}
    </>
  );
  // Lines that other filters leave out would be missing between the opening and the closing balance.
  const isWhole = isUnfiltered(plan, query);
  const edges = findEdges(list, isWhole ? account : undefined);
  return (
    <ViewFrame
      page={isPhone ? props : { ...props, modes }}
      tools={isPhone && choices}
      list={{
        ...list,
        // Currency and period are shown above, so the filter chips omit them.
        fixed: new Set([...list.fixed, plan.currency, plan.date]),
        // The lines are shown once the balances above them are loaded.
        state: { ...state, first: state.first || (!account && !failure) },
      }}
      actions={account && <StatementActions {...{ entity, id, title, plan, list, account, isWhole }} />}
      emptyAction={null}
      waiting={WAITING}
    >
      {!account && failure && <Failed account={props.account} />}
      {account && <StatementBalances {...{ entity, id, account, isWhole }} />}
      <div className="pt-card-frame" data-busy={state.loading || undefined}>
        <StatementLines {...{ entity, id, plan, currency }} rows={state.rows} labels={state.labels} {...edges} />
        <Pager entity={entity} query={query} state={state} onChange={list.write} beyond={list.beyond} />
      </div>
    </ViewFrame>
  );
}

interface ChoicesProps extends Pick<ViewProps, "params" | "onParams" | "id"> {
  entity: Entity;
  plan: StatementPlan;
  currencies: readonly string[];
}

/** Currency and period of a statement. */
function StatementChoices({ entity, id, plan, currencies, params, onParams }: ChoicesProps) {
  const { lang } = usePorts();
  const currency = params.get(plan.currency) ?? "";
  const choose = (name: string, value: string) => {
    const next = new URLSearchParams(params);
    for (const other of ["page", "cursor"]) next.delete(other);
    if (value === "") next.delete(name);
    else next.set(name, value);
    onParams(next, "push");
  };
  return (
    <div className="py-choices">
      <select
        className="pv-period"
        aria-label={entity.label(plan.currency, lang)}
        value={currency}
        onChange={(event) => choose(plan.currency, event.target.value)}
      >
        {[...new Set([currency, ...currencies])].toSorted().map((code) => (
          <option key={code}>{code}</option>
        ))}
      </select>
      <PeriodChoice
        label={entity.label(plan.date, lang)}
        periods={plan.periods}
        period={params.get(plan.date) ?? ""}
        all={entity.text(`views.${id}.all`, lang)}
        onChange={(period) => choose(plan.date, period)}
      />
    </div>
  );
}
