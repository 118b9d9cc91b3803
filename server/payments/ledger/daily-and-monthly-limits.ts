/**
 * Monthly and daily limits of orders. A counter row per limit and period is updated conditionally instead of summing
 * orders, so that concurrent orders cannot exceed a limit together.
 */
import { Decimal, recordCurrency, type Entity, type Expression, type Row } from "@portolan/engine";
import { formatDayInChina } from "../../../src/payments/time.ts";
import { Failure } from "../../core/failure.ts";
import { formatPostingStep, type TransitionEvent } from "../../lifecycle/context.ts";
import type { Queries, Tx } from "../../store/database.ts";

/** A limit in one period. `rule`: name under which it is counted. */
interface LimitPeriod {
  rule: string;
  period: string;
}

/** Returns the day or month in China that contains an instant: `2026-11-21`, `2026-11`. */
export function formatPeriod(period: "day" | "month", at: number): string {
  return formatDayInChina(at).slice(0, period === "day" ? 10 : 7);
}

/**
 * Returns the name under which a limit is counted. If orders of the entity can have different currencies, each currency
 * is counted separately.
 */
export function formatLimitName(entity: Entity, limit: Pick<Expression, "source">, record: Row): string {
  const free = entity.fields.find(({ currency }) => currency)?.currency;
  const code = free && "field" in free ? recordCurrency(entity, record) : undefined;
  return `${entity.name}/${limit.source}${code ? `/${code}` : ""}`;
}

/** Reads how much of a limit the orders of a period have consumed. Returns `0` if there are none. */
export async function readUsed(db: Queries, tenant: string, { rule, period }: LimitPeriod): Promise<string> {
  const [row] = await db.query("SELECT used FROM limit_counter WHERE m = $1 AND rule = $2 AND period = $3", [
    tenant,
    rule,
    period,
  ]);
  return row?.used ?? "0";
}

/**
 * Consumes an amount of a limit in one day or month.
 *
 * @throws Failure `limitReached` with the remaining amount when the limit would be exceeded
 */
export async function consumeLimit(
  tx: Tx,
  event: TransitionEvent,
  within: LimitPeriod,
  { amount, max }: { amount: Decimal; max: Decimal | bigint },
): Promise<void> {
  const { tenant } = event;
  const [row] =
    amount.cmp(max) > 0
      ? []
      : await tx.query(
          `INSERT INTO limit_counter (m, rule, period, used, max) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (m, rule, period)
       DO UPDATE SET used = limit_counter.used + excluded.used, max = excluded.max WHERE limit_counter.used + excluded.used <= excluded.max RETURNING used`,
          [tenant, within.rule, within.period, amount.toString(), max.toString()],
        );
  if (!row)
    throw new Failure("limitReached", {
      limit: max.toString(),
      left: subtractUsed(Decimal.of(max), await readUsed(tx, tenant, within)),
    });
  addEntry(tx, event, within, amount.toString());
}

/** Returns the remaining amount of a limit, or `0` if it is exceeded. */
function subtractUsed(max: Decimal, used: string): string {
  const rest = max.sub(Decimal.of(used));
  return rest.cmp(0n) < 0 ? "0" : rest.toString();
}

/** Records the amount of a limit that an event consumed. A negative amount was given back. */
function addEntry(tx: Tx, event: TransitionEvent, { rule, period }: LimitPeriod, amount: string): void {
  tx.send(
    "INSERT INTO limit_entry (m, rule, period, order_kind, order_id, step, amount) VALUES ($1, $2, $3, $4, $5, $6, $7)",
    [event.tenant, rule, period, event.entity.name, event.id, formatPostingStep(event), amount],
  );
}

/** Gives back the limits that the order consumed, because its money was released or its posting reversed. */
export async function releaseLimits(tx: Tx, event: TransitionEvent): Promise<void> {
  const rows = await tx.query(
    `SELECT rule, period, sum(amount) AS amount FROM limit_entry WHERE m = $1 AND order_kind = $2 AND order_id = $3 GROUP BY rule, period HAVING sum(amount) > 0 ORDER BY rule, period`,
    [event.tenant, event.entity.name, event.id],
  );
  for (const { rule, period, amount } of rows) {
    tx.send("UPDATE limit_counter SET used = used - $4 WHERE m = $1 AND rule = $2 AND period = $3", [
      event.tenant,
      rule,
      period,
      amount,
    ]);
    addEntry(tx, event, { rule, period }, `-${amount}`);
  }
}
