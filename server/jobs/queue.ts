import type { Row } from "../../src/engine/index.ts";
import { getTraceparent } from "../core/work.ts";
import { uuidv7 } from "../core/uuid.ts";
import type { Tx } from "../store/database.ts";

/** A job to enqueue: work that is due later, or outside the transaction. */
export interface JobOrder {
  /** Name of the handler. */
  kind: string;
  /** Deduplication key: an equal one is enqueued once, so that a retried transaction adds nothing. */
  dedupe: string;
  tenant: string;
  /** Milliseconds of the product's clock. */
  runAt: number;
  payload: Row;
}

/** End of the lease of a new job: it has none. */
const FREE = new Date(0).toISOString();

/** Adds a job in the caller's transaction; it exists only if the transaction commits. Any conflict counts: in a spread database the tenant leads the unique key. */
export function enqueue(tx: Pick<Tx, "send">, job: JobOrder): void {
  tx.send(
    `INSERT INTO job (id, kind, dedupe, m, state, run_at, lease_until, payload, trace) VALUES ($1, $2, $3, $4, 'open', $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
    [
      uuidv7(job.runAt),
      job.kind,
      job.dedupe,
      job.tenant,
      new Date(job.runAt).toISOString(),
      FREE,
      JSON.stringify(job.payload),
      getTraceparent() ?? null,
    ],
  );
}
