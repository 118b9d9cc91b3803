/** Claims and runs one job. The lease is renewed while the job runs, and only its holder may complete the job. */
import { randomUUID } from "node:crypto";
import type { FailureName } from "../../src/contract/failures.ts";
import { readErrorMessage } from "../core/error-message.ts";
import { Failure } from "../core/failure.ts";
import { traceOperation } from "../core/diagnostics.ts";
import type { Tx } from "../store/database.ts";
import type { Job, WorkerOptions } from "./job.ts";
import type { DueJob } from "./lane.ts";
import { toIso } from "../core/clock.ts";

/** Thrown when this worker's lease has expired and another worker has taken the job. */
class JobTakenOver extends Error {}

/** Duration of the lease of a claimed job, in milliseconds of real time. */
const LEASE_MS = 30_000;
const RENEW_MS = 10_000;
/** Number of attempts after which a job is dead and waits for an operator. */
export const MAX_ATTEMPTS = 20;
/** Failures that wait for an operator, so that the job is tried again without counting as failed. */
const WAITING: ReadonlySet<FailureName> = new Set(["moneyStopped", "orderAltered"]);
/** Delay in milliseconds before such a job is tried again. */
const PAUSE_MS = 60_000;

/** Returns the backoff before the next attempt: 1 s, 2 s, 4 s, at most 15 min. */
export const computeBackoffMs = (attempts: number): number => Math.min(1_000 * 2 ** attempts, 15 * 60_000);

/**
 * Runs a due job. Returns false when another worker has it, or when it was postponed, which does not count as an
 * attempt; otherwise true, even when it failed.
 */
export async function runJob(options: WorkerOptions, { id, m: tenant }: DueJob): Promise<boolean> {
  const { db, handlers } = options;
  const token = randomUUID();
  const [row] = await db.query(
    "UPDATE job SET lease_until = $2, lease_token = $4 WHERE id = $1 AND m = $5 AND state = 'open' AND lease_until < $3 RETURNING kind, attempts, payload, trace",
    [id, toIso(Date.now() + LEASE_MS), toIso(Date.now()), token, tenant],
  );
  if (!row) return false;
  const job: Job = { id, kind: row.kind, tenant, attempts: Number(row.attempts), payload: row.payload };
  const renewing = setInterval(() => {
    void db
      .query("UPDATE job SET lease_until = $2 WHERE id = $1 AND m = $4 AND state = 'open' AND lease_token = $3", [
        id,
        toIso(Date.now() + LEASE_MS),
        token,
        tenant,
      ])
      // A lease that cannot be renewed expires, and another worker takes the job.
      .catch(() => undefined);
  }, RENEW_MS);
  renewing.unref();
  let finished = false;
  const finish = async (tx: Pick<Tx, "query">) => {
    finished = true;
    const own = await tx.query(
      "UPDATE job SET state = 'done', error = NULL, attempts = attempts + 1 WHERE id = $1 AND m = $3 AND state = 'open' AND lease_token = $2 RETURNING id",
      [id, token, tenant],
    );
    if (own.length === 0) throw new JobTakenOver(`another worker has job ${id}`);
  };
  try {
    const handler = handlers[job.kind];
    if (!handler) throw new Error(`no handler for job ${job.kind}`);
    const attributes = { "portolan.attempt": job.attempts + 1 };
    await traceOperation("job", { name: job.kind, attributes, cause: row.trace ?? undefined }, () =>
      handler(job, { db, finish }),
    );
    if (!finished) await finish(db);
    return true;
  } catch (error) {
    return await recordError(options, { job, token }, error);
  } finally {
    clearInterval(renewing);
  }
}

/**
 * Records that a job failed, unless another worker holds its lease, or postpones it after a failure of `WAITING`. Returns false
 * when it was postponed, or when `error` is `JobTakenOver`.
 */
async function recordError(
  { db, clock, onFailure }: WorkerOptions,
  { job, token }: { job: Job; token: string },
  error: unknown,
): Promise<boolean> {
  if (error instanceof JobTakenOver) return false;
  const { id, tenant, attempts } = job;
  if (error instanceof Failure && WAITING.has(error.failure)) {
    await db.query(
      "UPDATE job SET run_at = $2, lease_until = $3 WHERE id = $1 AND m = $5 AND state = 'open' AND lease_token = $4",
      [id, toIso(clock.now() + PAUSE_MS), toIso(0), token, tenant],
    );
    return false;
  }
  const dead = attempts + 1 >= MAX_ATTEMPTS;
  // No row is returned when the job was completed by a commit whose response was lost, or when another worker holds the
  // lease.
  const own = await db.query(
    "UPDATE job SET state = $2, attempts = attempts + 1, error = $3, run_at = $4, lease_until = $5 WHERE id = $1 AND m = $7 AND state = 'open' AND lease_token = $6 RETURNING id",
    [
      id,
      dead ? "dead" : "open",
      readErrorMessage(error).slice(0, 500),
      toIso(clock.now() + computeBackoffMs(attempts)),
      toIso(0),
      token,
      tenant,
    ],
  );
  if (own.length > 0) onFailure?.(job, error, dead);
  return true;
}
