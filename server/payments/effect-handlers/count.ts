import { Decimal, evaluate } from "@portolan/engine";
import { settleInOrder } from "../../core/settle-in-order.ts";
import type { EffectExecutor } from "../../lifecycle/context.ts";
import { evaluateAmount } from "../../lifecycle/values.ts";
import { LIMIT_USES, formatPeriod, formatLimitName } from "../ledger/daily-and-monthly-limits.ts";

/**
 * Consumes the limits of an event, either all of them or none. A limit without a maximum is not counted.
 *
 * @throws Failure `limitReached` with the remaining amount; `invalid` with the field when an amount is unknown
 */
export const count: EffectExecutor = {
  effect: "count",
  phase: "claim",
  expressions: ({ count: limits }) => limits.flatMap(({ limit, amount }) => [limit, amount]),
  run: async (tx, event, scope, { actor: { lang } }) => {
    const evaluation = { entity: event.entity, scope, lang };
    await settleInOrder(
      ...event.transition.count.map(async ({ limit, period, amount }) => {
        const max = evaluate(limit, scope);
        if (!(max instanceof Decimal) && typeof max !== "bigint") return;
        const within = {
          rule: formatLimitName(event.entity, limit, event.record),
          period: formatPeriod(period, event.at),
        };
        await tx.write(LIMIT_USES, { event, within, amount: evaluateAmount(amount, evaluation), max });
      }),
    );
  },
};
