import type { Row } from "../../src/engine/index.ts";
import type { Clock } from "../core/clock.ts";
import { Failure } from "../core/failure.ts";
import type { Database, Tx } from "../store/database.ts";

/** A job as its handler receives it. */
export interface Job {
  id: string;
  kind: string;
  tenant: string;
  /** Number of failed attempts before. */
  attempts: number;
  payload: Row;
}
/**
 * Does the work of a job. `finish` completes it in the handler's own transaction and throws when another worker completed it, which rolls the work
 * back. A job whose handler does not call it is completed afterwards.
 */
export type JobHandler = (job: Job, tools: { db: Database; finish(tx: Tx): Promise<void> }) => Promise<void>;

/** Options of a worker. */
export interface WorkerOptions {
  db: Database;
  clock: Clock;
  handlers: Readonly<Record<string, JobHandler>>;
  /** Polling interval in milliseconds. */
  pollMs?: number;
  /** Called for every failure; `dead` after the last attempt. */
  onFailure?(job: Job, error: unknown, dead: boolean): void;
}

/** Thrown when another worker completed the job after this worker's lease expired. */
class JobCompletedElsewhere extends Error {}

/** Lease of a claimed job, in real milliseconds. */
const LEASE_MS = 30_000;
/** Attempts before a job is dead and waits for an operator. */
export const MAX_ATTEMPTS = 20;
/** Delay of a job while its tenant's money is stopped. */
const PAUSE_MS = 60_000;
/** Jobs read by one statement. */
const BATCH = 20;
const POLL_MS = 1_000;
const iso = (ms: number) => new Date(ms).toISOString();

/** Returns the delay before the next attempt: 1 s, 2 s, 4 s, at most 15 min. */
export const backoffMs = (attempts: number): number => Math.min(1_000 * 2 ** attempts, 15 * 60_000);

/**
 * Runs jobs that are due on the product's clock. A job is claimed by a guarded update that leases it in real time. When a worker dies, another one
 * takes over, so handlers must be idempotent.
 */
export class Worker {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<number> | undefined;
  private stopped = true;
  private again = false;

  constructor(private readonly options: WorkerOptions) {}

  /** Starts polling. */
  start(): void {
    this.stopped = false;
    this.notify();
  }

  /** Polls now: after a commit that added a job, or when the clock was moved. */
  notify(): void {
    if (this.stopped) return;
    if (this.running) this.again = true;
    else void this.begin().catch(() => 0);
  }

  /** Begins a pass; one at a time, because a concurrent one would skip leased jobs. */
  private begin(evenStopped = false): Promise<number> {
    clearTimeout(this.timer);
    const pass = this.pass(evenStopped);
    this.running = pass
      .catch(() => 0)
      .finally(() => {
        this.running = undefined;
        if (this.stopped) return;
        if (this.again) {
          this.again = false;
          this.notify();
        } else {
          this.timer = setTimeout(() => this.notify(), this.options.pollMs ?? POLL_MS);
          this.timer.unref();
        }
      });
    return pass;
  }

  /** Stops polling; resolves after the running job. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /** Runs all due jobs in order, and those that become due; returns their number. Works without `start`, for tests and the operator. */
  async drain(): Promise<number> {
    // A pass that ends may have begun the next one.
    while (this.running) await this.running;
    return this.begin(true);
  }

  private async pass(evenStopped = false): Promise<number> {
    const { db, clock } = this.options;
    let count = 0;
    for (;;) {
      const due = await db.query<{ id: string }>(
        "SELECT id FROM job WHERE state = 'open' AND run_at <= $1 AND lease_until < $2 ORDER BY run_at, id LIMIT $3",
        [iso(clock.now()), iso(Date.now()), BATCH],
      );
      if (due.length === 0) return count;
      for (const { id } of due) {
        if (this.stopped && !evenStopped) return count;
        if (await this.run(id)) count += 1;
      }
    }
  }

  /** Delays a job without counting an attempt. */
  private async postpone(id: string, lease: string): Promise<void> {
    await this.options.db.query(
      "UPDATE job SET run_at = $2, lease_until = $3 WHERE id = $1 AND state = 'open' AND lease_until = $4",
      [id, iso(this.options.clock.now() + PAUSE_MS), iso(0), lease],
    );
  }

  private async run(id: string): Promise<boolean> {
    const { db, clock, handlers, onFailure: failed } = this.options;
    const lease = iso(Date.now() + LEASE_MS);
    const [row] = await db.query(
      "UPDATE job SET lease_until = $2 WHERE id = $1 AND state = 'open' AND lease_until < $3 RETURNING id, kind, m, attempts, payload",
      [id, lease, iso(Date.now())],
    );
    if (!row) return false;
    const job: Job = { id, kind: row.kind, tenant: row.m, attempts: Number(row.attempts), payload: row.payload };
    let finished = false;
    const finish = async (tx: Pick<Tx, "query">) => {
      finished = true;
      const own = await tx.query(
        "UPDATE job SET state = 'done', error = NULL, attempts = attempts + 1 WHERE id = $1 AND state = 'open' RETURNING id",
        [id],
      );
      if (own.length === 0) throw new JobCompletedElsewhere(`job ${id} is done`);
    };
    try {
      const handler = handlers[job.kind];
      if (!handler) throw new Error(`no handler for job ${job.kind}`);
      await handler(job, { db, finish });
      if (!finished) await finish(db);
    } catch (error) {
      if (error instanceof Failure && error.failure === "moneyStopped") {
        await this.postpone(id, lease);
        return false;
      }
      if (error instanceof JobCompletedElsewhere) return false;
      const dead = job.attempts + 1 >= MAX_ATTEMPTS;
      // No row: the job was completed by a commit whose response was lost, or another worker has the lease.
      const own = await db.query(
        "UPDATE job SET state = $2, attempts = attempts + 1, error = $3, run_at = $4, lease_until = $5 WHERE id = $1 AND state = 'open' AND lease_until = $6 RETURNING id",
        [
          id,
          dead ? "dead" : "open",
          String(error instanceof Error ? error.message : error).slice(0, 500),
          iso(clock.now() + backoffMs(job.attempts)),
          iso(0),
          lease,
        ],
      );
      if (own.length > 0) failed?.(job, error, dead);
    }
    return true;
  }
}
