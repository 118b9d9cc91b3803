import type { Row } from "@portolan/engine";
import type { RowsOf } from "../store/sql-types.ts";

/** Tables of jobs and their leases. */
export const jobTables = [
  // `run_at` follows the product's clock, `lease_until` real time.
  `CREATE TABLE IF NOT EXISTS job (
    id text NOT NULL PRIMARY KEY, kind text NOT NULL, dedupe text NOT NULL UNIQUE, m text NOT NULL, state text NOT NULL,
    run_at timestamptz NOT NULL, attempts integer NOT NULL DEFAULT 0, lease_until timestamptz NOT NULL, error text, payload json NOT NULL)`,
  `CREATE INDEX IF NOT EXISTS job_due ON job (state, run_at)`,
  // Identifies the lease, so that a worker whose lease expired cannot complete the job.
  `ALTER TABLE job ADD COLUMN IF NOT EXISTS lease_token text`,
  // `traceparent` of the call or job that enqueued it, if tracing is enabled.
  `ALTER TABLE job ADD COLUMN IF NOT EXISTS trace text`,
  `CREATE INDEX IF NOT EXISTS job_of_kind ON job (state, kind, run_at)`,
] as const;
declare module "../store/sql-types.ts" {
  interface Tables extends RowsOf<typeof jobTables, { job: { payload: Row } }> {}
}
