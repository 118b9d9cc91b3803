/**
 * Monthly and daily limits of orders. A counter row per limit and period is updated conditionally instead of summing
 * orders, so that concurrent orders cannot exceed a limit together.
 */
import { Decimal, recordCurrency, type Entity, type Expression, type Row } from "@portolan/engine";
import { formatDayInChina } from "../../../src/payments/time.ts";
import { Failure } from "../../core/failure.ts";
import { formatPostingStep, type TransitionEvent } from "../../lifecycle/context.ts";
import { compareText } from "../../core/compare-text.ts";
import { settleInOrder } from "../../core/settle-in-order.ts";
import type { Queries, SetWrite, Tx } from "../../store/database.ts";
import { sendRows } from "../../store/insert-rows.ts";

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

/** The use of a limit by an event in one day or month. */
export interface LimitUse {
  event: TransitionEvent;
  within: LimitPeriod;
  amount: Decimal;
  max: Decimal | bigint;
}

/** Consumes amounts of limits. @throws Failure `limitReached` with the remaining amount when a limit would be exceeded */
export const LIMIT_USES: SetWrite<LimitUse> = {
  step: "limit",
  async findRefused(db, uses) {
    const used = new Map(
      await Promise.all(
        uses.map(async ({ event, within }) => {
          const stored = await readUsed(db, event.tenant, within);
          return [formatKey(event.tenant, within), Decimal.of(stored)] as const;
        }),
      ),
    );
    const refused = new Set<LimitUse>();
    for (const use of uses) {
      const key = formatKey(use.event.tenant, use.within);
      const after = use.amount.add(used.get(key) ?? Decimal.of("0"));
      if (after.cmp(use.max) > 0) refused.add(use);
      else used.set(key, after);
    }
    return refused;
  },
  async write(tx, uses) {
    const counters = new Map<string, LimitUse>();
    for (const use of uses) {
      const key = formatKey(use.event.tenant, use.within);
      const sum = counters.get(key);
      // The maximum may have changed between the calls. The smallest one holds for all of them.
      const max = sum && Decimal.of(sum.max).cmp(use.max) < 0 ? sum.max : use.max;
      counters.set(key, { ...use, max, amount: sum ? sum.amount.add(use.amount) : use.amount });
    }
    await settleInOrder(
      ...[...counters].toSorted(([a], [b]) => compareText(a, b)).map(([, counter]) => addToCounter(tx, counter)),
    );
    sendEntries(
      tx,
      uses.map(({ event, within, amount }) => ({ event, within, amount: amount.toString() })),
    );
  },
};

async function addToCounter(tx: Queries, { event: { tenant }, within, amount, max }: LimitUse): Promise<void> {
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
}

const formatKey = (tenant: string, { rule, period }: LimitPeriod): string => JSON.stringify([tenant, rule, period]);

/** Returns the remaining amount of a limit, or `0` if it is exceeded. */
function subtractUsed(max: Decimal, used: string): string {
  const rest = max.sub(Decimal.of(used));
  return rest.cmp(0n) < 0 ? "0" : rest.toString();
}

/** Records amounts of limits that events consumed. A negative amount was given back. */
const sendEntries = (
  tx: Pick<Tx, "send">,
  entries: readonly { event: TransitionEvent; within: LimitPeriod; amount: string }[],
): void =>
  sendRows(tx, {
    table: "limit_entry",
    columns: ["m", "rule", "period", "order_kind", "order_id", "step", "amount"],
    rows: entries.map(({ event, within: { rule, period }, amount }) => [
      event.tenant,
      rule,
      period,
      event.entity.name,
      event.id,
      formatPostingStep(event),
      amount,
    ]),
  });

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
    sendEntries(tx, [{ event, within: { rule, period }, amount: `-${amount}` }]);
  }
}
