/** Loads the opening and closing balances of a period and the funds on hold, as computed by the server. */
import { type Entity, type Filter, formatWallClock } from "@portolan/engine";
import { type ReadState, useNamedRead, usePorts } from "@portolan/engine/ui";
import type { StatementPlan } from "./statement.ts";

/** Response of the statement call. */
export interface Account {
  currency: string;
  currencies: string[];
  opening: string;
  closing: string;
  /** Key of the period's statement document. Undefined when the period has none. */
  number?: string | undefined;
  hold: string;
  held: number;
  /** `until`: day on which the money is paid out or released at the latest. */
  holds: { entity: string; orderNo: string; party?: string; until?: string; amount: string }[];
}

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
  return useNamedRead<Account>(entity, call, body, {
    read: ({ currency: code, currencies, opening, closing, number, hold, held, holds }) => ({
      currency: code,
      currencies,
      opening,
      closing,
      number,
      hold,
      held,
      holds,
    }),
  });
}
