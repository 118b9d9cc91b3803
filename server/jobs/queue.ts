import type { Row } from "@portolan/engine";
import { getTraceparent } from "../core/diagnostics.ts";
import { uuidv7 } from "../core/uuid.ts";
import type { Tx } from "../store/database.ts";
import { createTrailInsert } from "../store/insert-rows.ts";

/** A job to enqueue, which runs later or outside the transaction. */
export interface JobOrder {
  /** Name of the handler. */
  kind: string;
  /** Deduplication key. Jobs with the same key are enqueued once, so that a retried transaction adds no second job. */
  dedupe: string;
  tenant: string;
  /** Due time, in milliseconds of the product's clock. */
  runAt: number;
  payload: Row;
}

/** Initial end of the lease, in the past: a new job is not leased. */
const FREE = new Date(0).toISOString();

/**
 * Adds a job in the caller's transaction, so that the job exists only if the transaction commits. `ON CONFLICT` names
 * no columns, because the unique key of a distributed database also contains the tenant.
 */
export function enqueue(tx: Pick<Tx, "write">, job: JobOrder): void {
  void tx.write(JOBS, [
    uuidv7(job.runAt),
    job.kind,
    job.dedupe,
    job.tenant,
    "open",
    new Date(job.runAt).toISOString(),
    FREE,
    JSON.stringify(job.payload),
    getTraceparent() ?? null,
  ]);
}

const JOBS = createTrailInsert({
  table: "job",
  columns: ["id", "kind", "dedupe", "m", "state", "run_at", "lease_until", "payload", "trace"],
  tail: "ON CONFLICT DO NOTHING",
});
