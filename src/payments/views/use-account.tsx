/** Loads the opening and closing balances of a period and the funds on hold, as computed by the server. */
import { type CallResponse, type Entity, type Filter, formatWallClock } from "@portolan/engine";
import { type ReadState, useNamedRead, usePorts } from "@portolan/engine/ui";
import type { StatementPlan } from "./statement.ts";

/** Response of the statement call. */
export type Account = CallResponse<"walletStatement">;

/** Loads the account. Without a currency, the server selects one. */
export function useAccount(
  entity: Entity,
  { call }: StatementPlan,
  { currency, period }: { currency: string | undefined; period: Filter | undefined },
): ReadState<Account> {
  const { dialect } = usePorts();
  const dayOf = (end: string | undefined) =>
    end === undefined || /^\d{4}-\d{2}-\d{2}$/.test(end)
      ? end
      : formatWallClock(Date.parse(end), dialect.zone).slice(0, 10);
  const [from, to] = period?.style === "range" ? [dayOf(period.from), dayOf(period.to)] : [];
  const body = { ...(currency && { currency }), ...(from && { from }), ...(to && { to }) };
  return useNamedRead<Account, Account>(entity, call, body, { read: (account) => account });
}
