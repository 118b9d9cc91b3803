import type { Row } from "../../src/engine/index.ts";
import type { Clock } from "../core/clock.ts";
import { Failure } from "../core/failure.ts";
import type { Database, Tx } from "../store/database.ts";

/** One job as its handler gets it. */
export interface Job {
  id: string;
  kind: string;
  tenant: string;
  /** How often it was tried before. */
  attempts: number;
  payload: Row;
}
/**
 * Does the work of a job. `finish` marks it done in the handler's own transaction, so that work and mark are one, and throws where the job is done already, which
 * undoes the work; a handler that does not call it is marked afterwards.
 */
export type JobHandler = (job: Job, tools: { db: Database; finish(tx: Tx): Promise<void> }) => Promise<void>;

/** What a worker runs, on whose clock, and whom it tells. */
export interface WorkerOptions {
  db: Database;
  clock: Clock;
  handlers: Readonly<Record<string, JobHandler>>;
  /** Longest wait between looks at the table, in milliseconds. */
  pollMs?: number;
  /** Told of every failure; `dead` when it was the last try. */
  onFailure?(job: Job, error: unknown, dead: boolean): void;
}

/** Another worker was quicker with a job whose lease had run out. */
class JobCompletedElsewhere extends Error {}

/** How long a claimed job is one worker's, in real milliseconds. */
const LEASE_MS = 30_000;
/** Tries before a job is put aside for a person. */
export const MAX_ATTEMPTS = 20;
/** How long a job waits while nothing may move money. */
const PAUSE_MS = 60_000;
/** Jobs read at once. */
const BATCH = 20;
const POLL_MS = 1_000;
const iso = (ms: number) => new Date(ms).toISOString();

/** 1 s, 2 s, 4 s ... at most 15 min. */
export const backoffMs = (attempts: number): number => Math.min(1_000 * 2 ** attempts, 15 * 60_000);

/**
 * Runs jobs that are due on the product's clock. A claim is a lease by guarded update, in real time: when a worker dies, another takes
 * the job over; so handlers must bear a second run.
 */
export class Worker {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<number> | undefined;
  private stopped = true;
  private again = false;

  constructor(private readonly options: WorkerOptions) {}

  /** Begins to poll. */
  start(): void {
    this.stopped = false;
    this.notify();
  }

  /** Looks now: after a commit that added a job, or when the clock was moved. */
  notify(): void {
    if (this.stopped) return;
    if (this.running) this.again = true;
    else void this.begin().catch(() => 0);
  }

  /** One look at a time: what another look has in hand would be passed over. */
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

  /** Stops after the job in hand. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /** Runs everything that is due, in order, and what that makes due; the number of jobs run. Works without `start`, for tests and the operator. */
  async drain(): Promise<number> {
    // A look that ends may have begun the next.
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

  /** Not the job's fault: it waits without using up a try. */
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
      // Where it is no longer this worker's, it is done (its commit went through although nobody heard of it) or in other hands.
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
