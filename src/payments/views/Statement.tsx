/** Statement of one currency: opening and closing balance, money in and out, and a running balance. */
import { useEffect } from "react";
import { parseQuery, type Query, type ViewOf } from "../../engine/index.ts";
import { Pager, useListPage, usePorts, useWidth, ViewFrame, type ViewProps } from "../../engine/ui.tsx";
import { StatementBalances } from "./StatementBalances.tsx";
import { StatementChoices } from "./StatementChoices.tsx";
import { StatementDownload } from "./StatementDownload.tsx";
import { StatementLines } from "./StatementLines.tsx";
import { PrintStatement } from "./PrintStatement.tsx";
import { type Account, useAccount } from "./use-account.tsx";
import type { StatementPlan } from "./statement.ts";
import "./statement.css";

type Props = ViewProps<ViewOf<"statement">>;

/** Unless the URL has a single currency, adds that of the loaded account and the default period. */
export function Statement(props: Props) {
  const { entity, view, params, onParams } = props;
  const { plan } = view;
  const { lang, now, t } = usePorts();
  const query = parseQuery(entity, params, { now: now(), lang });
  const chosen = findChosenCurrency(plan, query);
  const account = useAccount(entity, plan, { currency: chosen, period: query.filters[plan.date] });
  const { data, failure, reload } = account;
  useEffect(() => {
    if (chosen !== undefined || !data) return;
    const next = new URLSearchParams(params);
    next.set(plan.currency, data.currency);
    if (!next.has(plan.date) && plan.periods[0] !== undefined) next.set(plan.date, plan.periods[0]);
    onParams(next, "replace");
  }, [chosen, data, params, onParams, plan]);
  if (chosen !== undefined) return <Page {...props} currency={chosen} account={data} />;
  return (
    <section className="pt-page">
      <h1>{props.title}</h1>
      {!failure && SKELETON}
      {failure && (
        <p className="pt-failed" role="alert">
          {failure.message || t("list.failed")}
          <button type="button" className="btn" data-small onClick={reload}>
            {t("form.retry")}
          </button>
        </p>
      )}
    </section>
  );
}

const SKELETON = <div className="skeleton py-statement-waiting" aria-hidden />;

/** Returns the single currency in the URL; undefined for none or several. */
function findChosenCurrency({ currency }: StatementPlan, { filters }: Query): string | undefined {
  const filter = filters[currency];
  return filter?.style === "is" && !filter.not && filter.values.length === 1 ? filter.values[0] : undefined;
}

function Page(props: Props & { currency: string; account: Account | undefined }) {
  const { entity, id, view, currency, account } = props;
  const { plan } = view;
  const list = useListPage(props);
  const { query, state } = list;
  const isPhone = useWidth() === "phone";
  const choices = <StatementChoices {...props} plan={plan} currencies={account?.currencies ?? []} />;
  const heading = (
    <>
      {props.modes}
      {choices}
    </>
  );
  const last = state.total !== undefined && query.page * query.size >= state.total;
  return (
    <ViewFrame
      page={isPhone ? props : { ...props, modes: heading }}
      tools={isPhone && choices}
      // Currency and period are shown above, so the filter chips omit them.
      list={{ ...list, fixed: new Set([...list.fixed, plan.currency, plan.date]) }}
      actions={
        account && (
          <>
            {plan.paper !== undefined && account.number !== undefined && (
              <StatementDownload paper={plan.paper} number={account.number} />
            )}
            <PrintStatement
              entity={entity}
              id={id}
              plan={plan}
              title={props.title}
              request={list.request}
              account={account}
            />
          </>
        )
      }
      emptyAction={null}
      waiting={SKELETON}
    >
      {account && <StatementBalances entity={entity} id={id} account={account} />}
      <div className="pt-card-frame" data-busy={state.loading || undefined}>
        <StatementLines
          entity={entity}
          id={id}
          plan={plan}
          rows={state.rows}
          labels={state.labels}
          currency={currency}
          closing={query.page === 1 ? account?.closing : undefined}
          opening={last ? account?.opening : undefined}
        />
        <Pager entity={entity} query={query} state={state} onChange={list.write} beyond={list.beyond} />
      </div>
    </ViewFrame>
  );
}
