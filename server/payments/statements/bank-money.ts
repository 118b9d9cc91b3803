/** What happens when an order moves money at a bank: its references are reserved, and waiting entries are matched. */
import { getTableName, toColumnName } from "@portolan/engine";
import { formatPostingStep, type EffectExecutor } from "../../lifecycle/context.ts";
import { enqueue } from "../../jobs/queue.ts";
import { createLines } from "../effect-handlers/money.ts";
import { findDigits, fromMinor } from "../ledger/minor-units.ts";
import { MATCH_JOB } from "./matching-job.ts";
import { HOUSE } from "./model.ts";
import { claimReferences } from "./references.ts";

/**
 * Reserves the bank references of an order that pays out, and enqueues the matching of entries in suspense that have
 * the amount and currency of the order's money: a statement can be imported before an order's outcome is known.
 *
 * @throws Failure `duplicate` when another order has one of the references
 */
export const bankMoney: EffectExecutor = {
  effect: "money",
  phase: "settle",
  async run(tx, { entity, id, tenant, transition, record, version, at }, scope, { actor, schemas }) {
    const { money } = transition;
    const line = schemas.entity("bankStatementLine");
    if (!money || !("lines" in money) || entity.name === line.name) return;
    if (money.lines.some(({ from, to }) => from === "hold" && to === "nostro"))
      await claimReferences(tx, { m: tenant, kind: entity.name, order: id }, record);
    const moved = money.lines.filter(({ from, to }) => from === "nostro" || to === "nostro");
    for (const { to, currency, amount } of createLines(moved, { entity, scope, lang: actor.lang })) {
      const digits = findDigits(currency, entity.minorUnits);
      const entry = fromMinor(to === "nostro" ? -amount : amount, digits);
      const waiting = await tx.query(
        `SELECT id FROM ${getTableName(line)} WHERE m = $1 AND status = 'suspense' AND ${toColumnName("currency")} = $2 AND ${toColumnName("amount")} = $3 LIMIT 1`,
        [HOUSE, currency, entry],
      );
      if (waiting.length === 0) continue;
      const step = formatPostingStep({ transition, version });
      enqueue(tx, {
        kind: MATCH_JOB,
        dedupe: `${MATCH_JOB}:${tenant}/${entity.name}/${id}/${step}`,
        tenant: HOUSE,
        runAt: at,
        payload: { currency, amount: entry },
      });
    }
  },
};
