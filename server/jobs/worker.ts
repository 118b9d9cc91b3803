import type { WorkerOptions } from "./job.ts";
import { LaneRunner } from "./lane.ts";
import { runJob } from "./run-job.ts";
import { toIso } from "../core/clock.ts";

export type { Job, JobHandler } from "./job.ts";
export { computeBackoffMs, MAX_ATTEMPTS } from "./run-job.ts";

/** Maximum number of concurrent jobs outside named lanes. */
const OTHER_SLOTS = 4;
/** Number of jobs that one query of `drain` reads. */
const BATCH = 20;
const POLL_MS = 1_000;

/**
 * Runs the jobs that are due on the product's clock, in lanes. A conditional update claims a job with a lease in real
 * time, which is renewed while the job runs. When a worker dies, another takes over its jobs, so handlers must be
 * idempotent.
 */
export class Worker {
  private readonly lanes: readonly LaneRunner[];
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<unknown> | undefined;
  private stopped = true;
  private again = false;
  /** Number of running and waiting calls of `drain`. */
  private draining = 0;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: WorkerOptions) {
    const { db, clock, lanes = [] } = options;
    const named = lanes.flatMap(({ kinds }) => kinds);
    this.lanes = [...lanes, { name: "other", kinds: [], slots: OTHER_SLOTS }].map(
      (lane) =>
        new LaneRunner(lane, {
          db,
          clock,
          named,
          isOpen: () => !this.stopped && this.draining === 0,
          run: (job) => runJob(options, job),
        }),
    );
  }

  start(): void {
    this.stopped = false;
    this.notify();
  }

  /** Polls immediately, after a commit that added a job or after the clock was advanced. */
  notify(): void {
    if (this.stopped) return;
    if (this.looking) {
      this.again = true;
      return;
    }
    clearTimeout(this.timer);
    this.looking = this.look()
      .catch(() => undefined)
      .finally(() => {
        this.looking = undefined;
        if (this.stopped) return;
        if (this.again) {
          this.again = false;
          this.notify();
        } else {
          this.timer = setTimeout(() => this.notify(), this.options.pollMs ?? POLL_MS);
          this.timer.unref();
        }
      });
  }

  /** Stops polling and resolves when the running jobs have finished. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.looking;
    await this.turn;
    await this.settle();
  }

  /**
   * Runs all due jobs one after the other, oldest first, including those that become due meanwhile, and returns their
   * number. Works without `start`, for tests and operators.
   */
  drain(): Promise<number> {
    this.draining += 1;
    const pass = this.turn
      .then(() => this.settle())
      .then(() => this.pass())
      .finally(() => {
        this.draining -= 1;
        if (this.draining === 0) this.notify();
      });
    this.turn = pass.catch(() => undefined);
    return pass;
  }

  private async settle(): Promise<void> {
    await Promise.all(this.lanes.map((lane) => lane.settle()));
  }

  private async look(): Promise<void> {
    const { db, clock } = this.options;
    const due = await db.query(
      "SELECT DISTINCT kind FROM job WHERE state = 'open' AND run_at <= $1 AND lease_until < $2",
      [toIso(clock.now()), toIso(Date.now())],
    );
    for (const lane of this.lanes) if (due.some(({ kind }) => lane.takes(kind))) lane.fill();
  }

  private async pass(): Promise<number> {
    const { db, clock } = this.options;
    let count = 0;
    for (;;) {
      const due = await db.query(
        "SELECT id, m FROM job WHERE state = 'open' AND run_at <= $1 AND lease_until < $2 ORDER BY run_at, id LIMIT $3",
        [toIso(clock.now()), toIso(Date.now()), BATCH],
      );
      if (due.length === 0) return count;
      for (const job of due) if (await runJob(this.options, job)) count += 1;
    }
  }
}
