/** Effect `count`: consumes limits of a day or a month, and gives back what a released order consumed. */
import { Decimal, evaluate } from "../../../src/engine/index.ts";
import { Failure } from "../../core/failure.ts";
import { settleInOrder } from "../../core/settle-in-order.ts";
import { postingStep, type EffectExecutor, type TransitionEvent } from "../../lifecycle/context.ts";
import { evaluateAmount } from "../../lifecycle/values.ts";
import type { Queries, Tx } from "../../store/database.ts";
import { nameLimit, formatPeriod } from "../ledger/period-limits.ts";

/**
 * Consumes the event's limits, all at once. Updates one guarded counter row per limit and period instead of summing orders, so concurrent orders
 * cannot both pass. A limit that is not set does not count.
 *
 * @throws Failure `limitReached` with the remaining amount.
 */
export const count: EffectExecutor = {
  effect: "count",
  phase: "claim",
  expressions: ({ count: limits }) => limits.flatMap(({ limit, amount }) => [limit, amount]),
  run: async (tx, happening, scope) => {
    await settleInOrder(
      ...happening.transition.count.map(async ({ limit, period, amount }) => {
        const max = evaluate(limit, scope);
        if (!(max instanceof Decimal) && typeof max !== "bigint") return;
        const rule = nameLimit(happening.entity, limit, happening.record);
        const within = formatPeriod(period, happening.at);
        const value = evaluateAmount(amount, scope);
        const [row] =
          value.cmp(max) > 0
            ? []
            : await tx.query(
                `INSERT INTO limit_counter (m, rule, period, used, max) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (m, rule, period)
       DO UPDATE SET used = limit_counter.used + excluded.used, max = excluded.max WHERE limit_counter.used + excluded.used <= excluded.max RETURNING used`,
                [happening.tenant, rule, within, value.toString(), max.toString()],
              );
        if (!row)
          throw new Failure("limitReached", {
            limit: max.toString(),
            left: await readLeft(tx, { m: happening.tenant, rule, period: within }, Decimal.of(max)),
          });
        addEntry(tx, happening, { rule, period: within, amount: value.toString() });
      }),
    );
  },
};

/** Reads what a limit has left; `0` when it is overdrawn. */
async function readLeft(
  tx: Queries,
  { m, rule, period }: { m: string; rule: string; period: string },
  max: Decimal,
): Promise<string> {
  const [row] = await tx.query("SELECT used FROM limit_counter WHERE m = $1 AND rule = $2 AND period = $3", [
    m,
    rule,
    period,
  ]);
  const rest = max.sub(Decimal.of(row?.used ?? "0"));
  return rest.cmp(0n) < 0 ? "0" : rest.toString();
}

/** Inserts what an event consumed of a limit, or gave back. */
function addEntry(
  tx: Tx,
  happening: TransitionEvent,
  { rule, period, amount }: { rule: string; period: string; amount: string },
): void {
  tx.send(
    "INSERT INTO limit_entry (m, rule, period, order_kind, order_id, step, amount) VALUES ($1, $2, $3, $4, $5, $6, $7)",
    [happening.tenant, rule, period, happening.entity.name, happening.id, postingStep(happening), amount],
  );
}

/** Gives the limits back that the order consumed: its money was released, or its posting reversed. */
export async function releaseLimits(tx: Tx, happening: TransitionEvent): Promise<void> {
  const rows = await tx.query(
    `SELECT rule, period, sum(amount) AS amount FROM limit_entry WHERE m = $1 AND order_kind = $2 AND order_id = $3 GROUP BY rule, period HAVING sum(amount) > 0 ORDER BY rule, period`,
    [happening.tenant, happening.entity.name, happening.id],
  );
  for (const { rule, period, amount } of rows) {
    tx.send("UPDATE limit_counter SET used = used - $4 WHERE m = $1 AND rule = $2 AND period = $3", [
      happening.tenant,
      rule,
      period,
      amount,
    ]);
    addEntry(tx, happening, { rule, period, amount: `-${amount}` });
  }
}
