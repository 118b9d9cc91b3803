/** Buttons that download the statement of the period and print it. */
import type { Filter } from "@portolan/engine";
import type { useListPage, ViewProps } from "@portolan/engine/ui";
import { PrintStatement } from "./PrintStatement.tsx";
import type { StatementPlan } from "./statement.ts";
import { StatementDownload } from "./StatementDownload.tsx";
import type { Account } from "./use-account.tsx";

interface ActionsProps extends Pick<ViewProps, "entity" | "id" | "title"> {
  plan: StatementPlan;
  list: ReturnType<typeof useListPage>;
  account: Account;
  isWhole: boolean;
}

export function StatementActions({ entity, id, title, plan, list, account, isWhole }: ActionsProps) {
  const { request, query } = list;
  return (
    <>
      {plan.paper !== undefined && account.number !== undefined && (
        <StatementDownload paper={plan.paper} number={account.number} />
      )}
      <PrintStatement
        {...{ entity, id, plan, title, request, account, isWhole }}
        period={formatPeriod(query.filters[plan.date])}
      />
    </>
  );
}

/** Returns the first and last day of the period. Undefined for all time. */
const formatPeriod = (period: Filter | undefined): string | undefined =>
  period?.style === "range" ? [period.from, period.to].map((day = "") => day.slice(0, 10)).join(" – ") : undefined;
