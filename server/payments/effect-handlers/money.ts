import type { MoneyLine } from "../../../src/payments/plans.ts";
import { settleInOrder } from "../../core/settle-in-order.ts";
import { formatPostingStep, type EffectExecutor, type TransitionEvent } from "../../lifecycle/context.ts";
import { evaluateAmount, evaluateText, type Evaluation } from "../../lifecycle/values.ts";
import { releaseLines, buildReversalLines } from "../ledger/holds.ts";
import { findDigits, toMinor } from "../ledger/minor-units.ts";
import type { Entry, Line } from "../ledger/entry.ts";
import { releaseLimits } from "../ledger/daily-and-monthly-limits.ts";
import { ENTRIES } from "../ledger/post.ts";
import { requireBooksFor, requireBooksForOrder } from "./outgoing.ts";

/** Returns the ledger entry of an event with the given lines. */
export function createEntry(event: TransitionEvent, lines: Line[], reverses?: string): Entry {
  const { tenant, entity, id, transition, at, reason, record } = event;
  const own = record["remark"] ?? record["postscript"];
  const remark = reason ?? (typeof own === "string" ? own : undefined);
  return {
    tenant,
    kind: transition.on,
    order: { kind: entity.name, id },
    step: formatPostingStep(event),
    lines,
    at,
    remark,
    reverses,
  };
}

/**
 * Converts a transition's money lines to minor units.
 *
 * @throws Failure `invalid` with the field when an amount, a currency or a receiving merchant is unknown; Error when an
 * amount has more decimals than its currency
 */
export function createLines(lines: readonly MoneyLine[], evaluation: Evaluation): Line[] {
  return lines.map(({ from, to, amount, currency, toMerchant }) => {
    const code = "code" in currency ? currency.code : evaluateText(currency.expression, evaluation);
    const digits = findDigits(code, evaluation.entity.minorUnits);
    return {
      from,
      to,
      currency: code,
      amount: toMinor(evaluateAmount(amount, evaluation).trim().toString(), digits),
      ...(toMerchant ? { toM: evaluateText(toMerchant, evaluation) } : {}),
    };
  });
}

/**
 * Posts the money of an event: its own lines, a release of everything that the order still holds (`again` then repeats
 * the lines of an earlier event), or the reversal of an earlier event. `closeAfterMs`: age at which a proof of the
 * books expires.
 *
 * @throws Failure `moneyStopped` when the merchant's books are closed or have no recent proof and the lines debit the
 * merchant, or the event has no lines but enqueues a job of an order that holds money; `balance` as `post`
 */
export const createMoneyEffect = (closeAfterMs?: number): EffectExecutor => ({
  effect: "money",
  phase: "claim",
  expressions: ({ money }) =>
    money && "lines" in money
      ? money.lines.flatMap(({ amount, currency, toMerchant }) => [
          amount,
          ...("expression" in currency ? [currency.expression] : []),
          ...(toMerchant ? [toMerchant] : []),
        ])
      : [],
  run: async (tx, event, scope, { actor: { lang } }) => {
    const { transition, entity, tenant, id } = event;
    const order = { kind: entity.name, id };
    const evaluation = { entity, scope, lang };
    const { money } = transition;
    if (!money) {
      if (transition.job && event.from !== undefined) await requireBooksForOrder(tx, tenant, order, closeAfterMs);
      return;
    }
    const move = (lines: Line[], reverses?: string) =>
      settleInOrder(
        requireBooksFor(tx, tenant, lines, closeAfterMs),
        tx.write(ENTRIES, createEntry(event, lines, reverses)),
      );
    if ("lines" in money) {
      await move(createLines(money.lines, evaluation));
      return;
    }
    if ("again" in money) {
      const first = entity.lifecycle?.transitions.find(({ on }) => on === money.again)?.money;
      const anew = first && "lines" in first ? createLines(first.lines, evaluation) : [];
      await move([...(await releaseLines(tx, tenant, order)), ...anew]);
      return;
    }
    await releaseLimits(tx, event);
    if ("release" in money) {
      const lines = await releaseLines(tx, tenant, order);
      if (lines.length > 0) await move(lines);
      return;
    }
    const undo = await buildReversalLines(tx, tenant, order, money.reverse);
    if (undo) await move(undo.lines, undo.reverses);
  },
});
