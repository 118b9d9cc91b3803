/** Matches entries in suspense with what became known after they were booked. */
import { getTableName, toColumnName } from "@portolan/engine";
import { Failure } from "../../core/failure.ts";
import type { LifecycleContext } from "../../lifecycle/context.ts";
import type { Database } from "../../store/database.ts";
import { offsetEntry, settleEntry } from "./entries.ts";
import { HOUSE } from "./model.ts";
import { findProof } from "./proofs.ts";
import { findNamedOrder } from "./references.ts";

/** Maximum number of entries that one pass tries to match. */
const MAX_WAITING = 500;

/**
 * Matches entries in suspense, oldest first: with transactions that were posted after the entries were booked, and with
 * each other. `about`: tries only entries with this amount and currency.
 */
export async function matchWaiting(
  db: Database,
  context: LifecycleContext,
  about?: { amount: string; currency: string },
): Promise<void> {
  const { schemas } = context;
  const rows = await db.query(
    `SELECT data FROM ${getTableName(schemas.entity("bankStatementLine"))} WHERE m = $1 AND status = 'suspense'
      ${about ? `AND ${toColumnName("currency")} = $2 AND ${toColumnName("amount")} = $3` : ""} ORDER BY created_at, id LIMIT ${MAX_WAITING}`,
    [HOUSE, ...(about ? [about.currency, about.amount] : [])],
  );
  for (const { data: line } of rows) {
    try {
      await db.tx(async (tx) => {
        const proof = await findProof(tx, line, schemas, await findNamedOrder(tx, line, schemas));
        await (proof ? settleEntry(tx, { line, proofs: [proof] }, context) : offsetEntry(tx, line, context));
      });
    } catch (error) {
      // The entry has been matched meanwhile: by an operator, or as the counterpart of an earlier one.
      if (!(error instanceof Failure) || !["stale", "transition"].includes(error.failure)) throw error;
    }
  }
}
