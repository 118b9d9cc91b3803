/**
 * Matches bank entries with orders: each entry proves an order, becomes a deposit, or is booked to suspense, from where
 * it is matched when its order's outcome arrives later.
 */
import { getTableName, type Row } from "@portolan/engine";
import { Failure } from "../../core/failure.ts";
import { enqueue } from "../../jobs/queue.ts";
import type { JobHandler } from "../../jobs/worker.ts";
import type { LifecycleContext } from "../../lifecycle/context.ts";
import type { Database, Tx } from "../../store/database.ts";
import { takeBack } from "./corrections.ts";
import { bookDeposit } from "./deposits.ts";
import { parkEntry, settleEntry } from "./entries.ts";
import { matchWaiting } from "./match-waiting.ts";
import { HOUSE } from "./model.ts";
import { findProof, toLineMinor, type Proof } from "./proofs.ts";
import { CHECK_JOB, createCheckKey } from "./reconcile.ts";
import { enqueueMatching } from "./matching-job.ts";
import { findNamedOrder } from "./references.ts";

const BATCH = 100;
/** Time limit of one job in milliseconds, well below the lease. Remaining lines are left to another job. */
const TIME_LIMIT_MS = 10_000;

/**
 * Returns the handler that matches new lines, oldest first, and then enqueues the comparison of bank and ledger. A job
 * with an amount and a currency also matches the entries in suspense that have both.
 */
export function matchStatements(context: LifecycleContext): JobHandler {
  return async (job, { db, finish }) => {
    const { amount, currency } = job.payload;
    if (typeof amount === "string" && typeof currency === "string") {
      await matchWaiting(db, context, { amount, currency });
      return db.tx(finish);
    }
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
  const rows = await db.query(
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
  const isCorrection = line["corrects"] !== undefined;
  try {
    await db.tx(async (tx) => {
      if (isCorrection) return (await takeBack(tx, line, context)) ? undefined : parkEntry(tx, line, context);
      const proofs = await findOrders(tx, line, context);
      await (proofs ? settleEntry(tx, { line, proofs }, context) : parkEntry(tx, line, context));
    });
  } catch (error) {
    // The order cannot accept the money because of its state or because the reference is already in use, so the money
    // stays unclaimed. Money that a stopped merchant would have to give back stays the house's, in a case.
    const isStopped = error instanceof Failure && error.failure === "moneyStopped" && !isCorrection;
    if (!(error instanceof Failure) || error.failure === "stale" || isStopped) throw error;
    await db.tx((tx) => parkEntry(tx, line, context));
  }
}

/**
 * Returns the transactions that a new entry proves. A credit that no transaction explains is booked as a deposit, unless
 * it undoes an outgoing order or names one: then it is money of that order, never income.
 */
async function findOrders(tx: Tx, line: Row, context: LifecycleContext): Promise<Proof[] | undefined> {
  const { schemas } = context;
  const named = await findNamedOrder(tx, line, schemas);
  const proof = await findProof(tx, line, schemas, named);
  if (proof) return [proof];
  const isCredit = toLineMinor(line, schemas.entity("bankStatementLine").minorUnits) > 0n;
  return isCredit && !named && line["undoes"] === undefined ? bookDeposit(tx, line, context) : undefined;
}
