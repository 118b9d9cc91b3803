/**
 * Reverts what a corrected statement no longer contains. Each counter-entry reverts the entry that it corrects:
 * from the merchant only what is still available, the rest from the house's fees, with a case.
 *
 * @see docs/decisions/receiving.md#a-corrected-statement-reverses-what-is-left-of-a-deposit
 */
import type { Row } from "@portolan/engine";
import { createSystemActor } from "../../lifecycle/clock-events.ts";
import type { LifecycleContext } from "../../lifecycle/context.ts";
import { fire } from "../../lifecycle/fire.ts";
import { load } from "../../lifecycle/store.ts";
import type { Tx } from "../../store/database.ts";
import { raiseCase, solveEntry } from "./cases.ts";
import { HOUSE } from "./model.ts";
import { recordProofs, toLineMinor, type Proof } from "./proofs.ts";

/** Reason code: the bank corrected its statement. */
const REASON = "XE01";

/**
 * Reverts the entry that a counter-entry corrects. Returns false when its order cannot give the money back, because
 * it is an outgoing order, or its own state does not allow it.
 *
 * @throws Failure as `fire`, such as `moneyStopped`
 */
export async function takeBack(tx: Tx, line: Row, context: LifecycleContext): Promise<boolean> {
  const entity = context.schemas.entity("bankStatementLine");
  const original = await load(tx, entity, HOUSE, String(line["corrects"]));
  if (!original) return false;
  const [id, other] = [String(line["id"]), original.id];
  const at = { resolution: id, operator: "statement.check" };
  switch (original.status) {
    case "new":
    case "held":
      await fireLine(tx, other, "ignore", {}, context);
      await fireLine(tx, id, "ignore", {}, context);
      return true;
    case "suspense":
      await fireLine(tx, id, "park", {}, context);
      await recordProofs(tx, line, await listTransactions(tx, HOUSE, entity.name, id, "park"));
      await fireLine(tx, id, "offset", { order: `bankStatementLine ${other}` }, context);
      await fireLine(tx, other, "offset", { order: `bankStatementLine ${id}` }, context);
      await solveEntry(tx, other, at, context);
      return true;
    default:
      return toLineMinor(original.data, entity.minorUnits) > 0n && reverseDeposits(tx, line, other, context);
  }
}

/** Reverses the deposits that an entry proved, and opens a case for what their merchant has spent. */
async function reverseDeposits(tx: Tx, line: Row, original: string, context: LifecycleContext): Promise<boolean> {
  const recharge = context.schemas.entity("recharge");
  const deposits = await tx.query(
    `SELECT DISTINCT t.m, t.order_id AS "order" FROM bank_proof b JOIN ledger_txn t ON t.m = b.txn_m AND t.id = b.txn_id
      WHERE b.m = $1 AND b.line_id = $2 AND t.order_kind = $3 ORDER BY 1, 2`,
    [HOUSE, original, recharge.name],
  );
  if (deposits.length === 0) return false;
  const proofs: Proof[] = [];
  for (const { m: tenant, order } of deposits) {
    const actor = createSystemActor("provider", tenant, `statements/${original}`);
    const record = await fire(
      tx,
      { entity: recharge, id: order, event: "reverse", actor, input: { reason: REASON } },
      context,
    );
    proofs.push(...(await listTransactions(tx, tenant, recharge.name, order, "reverse")));
    const spent = String(record["spent"] ?? "0");
    if (Number(spent) > 0)
      await raiseCase(
        tx,
        { kind: "spent", subject: `${recharge.name} ${order}`, currency: String(record["currency"]), amount: spent },
        context,
      );
  }
  await recordProofs(tx, line, proofs);
  const order = proofs.map((proof) => `${proof.kind} ${proof.order}`).join(", ");
  await fireLine(tx, String(line["id"]), "match", { order }, context);
  return true;
}

const listTransactions = (tx: Tx, tenant: string, kind: string, order: string, event: string): Promise<Proof[]> =>
  tx.query(
    `SELECT m, id, order_kind AS kind, order_id AS "order" FROM ledger_txn WHERE m = $1 AND order_kind = $2 AND order_id = $3 AND kind = $4`,
    [tenant, kind, order, event],
  );

async function fireLine(tx: Tx, id: string, event: string, input: Row, context: LifecycleContext): Promise<void> {
  const entity = context.schemas.entity("bankStatementLine");
  await fire(tx, { entity, id, event, actor: createSystemActor("provider", HOUSE, "statements"), input }, context);
}
