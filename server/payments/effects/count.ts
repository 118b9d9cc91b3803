import {
  dayInChina,
  Decimal,
  evaluate,
  recordCurrency,
  type Entity,
  type Expression,
  type Row,
  type Scope,
} from "../../../src/engine/index.ts";
import { Failure } from "../../core/failure.ts";
import type { Queries, Tx } from "../../store/database.ts";
import { together } from "../../core/settle-in-order.ts";
import { stepOf, type Happening } from "../../lifecycle/context.ts";
import { amountOf } from "../../lifecycle/values.ts";

/** The day or month in China that an instant counts to: `2026-11-21`, `2026-11`. */
export function periodOf(period: "day" | "month", at: number): string {
  return dayInChina(at).slice(0, period === "day" ? 10 : 7);
}

/** The name that a limit is counted under: the limits of every currency are their own. */
export function limitRule(entity: Entity, limit: Pick<Expression, "source">, record: Row): string {
  const free = entity.fields.find(({ currency }) => currency)?.currency;
  const code = free && "field" in free ? recordCurrency(entity, record) : undefined;
  return `${entity.name}/${limit.source}${code ? `/${code}` : ""}`;
}

/**
 * Adds the event's amounts to their limits, all asked for at once. A counter row with a guard, not a sum over orders: two orders at once cannot both see room for
 * themselves. A limit that is not set does not count. Throws `limitReached` with what was left.
 */
export async function count(tx: Tx, happening: Happening, scope: Scope): Promise<void> {
  await together(
    ...happening.transition.count.map(async ({ limit, period, amount }) => {
      const max = evaluate(limit, scope);
      if (!(max instanceof Decimal) && typeof max !== "bigint") return;
      const rule = limitRule(happening.entity, limit, happening.record);
      const within = periodOf(period, happening.at);
      const value = amountOf(amount, scope);
      const row =
        value.cmp(max) > 0
          ? undefined
          : (
              await tx.query(
                `INSERT INTO limit_counter (m, rule, period, used, max) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (m, rule, period)
       DO UPDATE SET used = limit_counter.used + excluded.used, max = excluded.max WHERE limit_counter.used + excluded.used <= excluded.max RETURNING used`,
                [happening.m, rule, within, value.toString(), max.toString()],
              )
            )[0];
      if (!row)
        throw new Failure("limitReached", {
          limit: max.toString(),
          left: await left(tx, happening.m, rule, within, Decimal.of(max)),
        });
      entry(tx, happening, rule, within, value.toString());
    }),
  );
}

async function left(tx: Queries, m: string, rule: string, period: string, max: Decimal): Promise<string> {
  const [row] = await tx.query("SELECT used FROM limit_counter WHERE m = $1 AND rule = $2 AND period = $3", [
    m,
    rule,
    period,
  ]);
  const rest = max.sub(Decimal.of(row?.used ?? "0"));
  return rest.cmp(0n) < 0 ? "0" : rest.toString();
}

function entry(tx: Tx, happening: Happening, rule: string, period: string, amount: string): void {
  tx.send(
    "INSERT INTO limit_entry (m, rule, period, order_kind, order_id, step, amount) VALUES ($1, $2, $3, $4, $5, $6, $7)",
    [happening.m, rule, period, happening.entity.name, happening.id, stepOf(happening), amount],
  );
}

/** Gives back what the order counted: its money was released or its posting undone, so it no longer uses up the limit. */
export async function uncount(tx: Tx, happening: Happening): Promise<void> {
  const rows = await tx.query(
    `SELECT rule, period, sum(amount) AS amount FROM limit_entry WHERE m = $1 AND order_kind = $2 AND order_id = $3 GROUP BY rule, period HAVING sum(amount) > 0 ORDER BY rule, period`,
    [happening.m, happening.entity.name, happening.id],
  );
  for (const { rule, period, amount } of rows) {
    tx.send("UPDATE limit_counter SET used = used - $4 WHERE m = $1 AND rule = $2 AND period = $3", [
      happening.m,
      rule,
      period,
      amount,
    ]);
    entry(tx, happening, rule, period, `-${amount}`);
  }
}
