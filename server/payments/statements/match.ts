/** Matches bank entries with orders: each entry proves an order, becomes a deposit, or is booked to suspense. */
import { getTableName, type Row } from "../../../src/engine/index.ts";
import { Failure } from "../../core/failure.ts";
import { enqueue } from "../../jobs/queue.ts";
import type { JobHandler } from "../../jobs/worker.ts";
import { createSystemActor } from "../../lifecycle/clock-events.ts";
import type { LifecycleContext } from "../../lifecycle/context.ts";
import { fire } from "../../lifecycle/fire.ts";
import type { Database, Tx } from "../../store/database.ts";
import { raiseCase, solveMissing } from "./cases.ts";
import { bookDeposit } from "./deposits.ts";
import { HOUSE } from "./model.ts";
import { findProof, recordProofs, toLineMinor, type Proof } from "./proofs.ts";
import { CHECK_JOB, createCheckKey } from "./reconcile.ts";
import { enqueueMatching } from "./matching-job.ts";

const BATCH = 100;
/** Time limit of one job in milliseconds, well below the lease. Remaining lines are left to another job. */
const TIME_LIMIT_MS = 10_000;

/** Returns the handler that matches new lines, oldest first, and then enqueues the comparison of bank and ledger. */
export function matchStatements(context: LifecycleContext): JobHandler {
  return async (job, { db, finish }) => {
    const until = Date.now() + TIME_LIMIT_MS;
    let left = true;
    while (left && Date.now() < until) left = await matchBatch(db, context, until);
    const at = context.clock.now();
    await db.tx(async (tx) => {
      if (left) enqueueMatching(tx, job.id, at);
      else
        enqueue(tx, {
          kind: CHECK_JOB,
          dedupe: `${createCheckKey(at)}:${job.id}`,
          tenant: HOUSE,
          runAt: at,
          payload: {},
        });
      await finish(tx);
    });
  };
}

async function matchBatch(db: Database, context: LifecycleContext, until: number): Promise<boolean> {
  const entity = context.schemas.entity("bankStatementLine");
  const rows = await db.query<{ data: Row }>(
    `SELECT data FROM ${getTableName(entity)} WHERE m = $1 AND status = 'new' ORDER BY created_at, id LIMIT ${BATCH}`,
    [HOUSE],
  );
  for (const { data } of rows) {
    if (Date.now() > until) return true;
    await matchLine(db, data, context);
  }
  return rows.length === BATCH;
}

async function matchLine(db: Database, line: Row, context: LifecycleContext): Promise<void> {
  try {
    await db.tx(async (tx) => {
      const proofs = await findOrders(tx, line, context);
      if (!proofs) return park(tx, line, context);
      await recordProofs(tx, line, proofs);
      const orders = proofs.map(({ kind, order }) => `${kind} ${order}`);
      for (const subject of orders) await solveMissing(tx, subject, String(line["id"]), context);
      await fireAt(tx, line, { event: "match", input: { order: orders.join(", ") } }, context);
    });
  } catch (error) {
    // The order cannot accept the money because of its state or because the reference is already in use, so the money
    // stays unclaimed.
    if (!(error instanceof Failure) || error.failure === "stale" || error.failure === "moneyStopped") throw error;
    await db.tx((tx) => park(tx, line, context));
  }
}

async function findOrders(tx: Tx, line: Row, context: LifecycleContext): Promise<Proof[] | undefined> {
  const proof = await findProof(tx, line, context.schemas);
  if (proof) return [proof];
  const { minorUnits } = context.schemas.entity("bankStatementLine");
  return toLineMinor(line, minorUnits) > 0n ? bookDeposit(tx, line, context) : undefined;
}

/** Books an entry to suspense and opens a case. Ignores an entry of zero. */
async function park(tx: Tx, line: Row, context: LifecycleContext): Promise<void> {
  const entity = context.schemas.entity("bankStatementLine");
  const id = String(line["id"]);
  if (toLineMinor(line, entity.minorUnits) === 0n) return fireAt(tx, line, { event: "ignore", input: {} }, context);
  await fireAt(tx, line, { event: "park", input: {} }, context);
  const booked = await tx.query<Proof>(
    "SELECT m, id FROM ledger_txn WHERE m = $1 AND order_kind = $2 AND order_id = $3",
    [HOUSE, entity.name, id],
  );
  await recordProofs(tx, line, booked);
  const [currency, amount] = [String(line["currency"]), String(line["amount"])];
  await raiseCase(tx, { kind: "unclaimed", subject: id, currency, amount }, context);
}

async function fireAt(
  tx: Tx,
  line: Row,
  given: { event: string; input: Row },
  context: LifecycleContext,
): Promise<void> {
  const entity = context.schemas.entity("bankStatementLine");
  const actor = createSystemActor("provider", HOUSE, "statements");
  await fire(tx, { ...given, entity, id: String(line["id"]), actor }, context);
}
