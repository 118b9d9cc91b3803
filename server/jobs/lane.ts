/** Runs jobs in lanes with separate concurrency limits, so that slow jobs in one lane do not block the others. */
import type { Clock } from "../core/clock.ts";
import type { Database } from "../store/database.ts";

/** Kinds of jobs that share a concurrency limit. */
export interface Lane {
  name: string;
  kinds: readonly string[];
  /** Maximum number of concurrent jobs per node. */
  slots: number;
}

/** Maximum number of concurrent jobs of one tenant in a lane, across all nodes. */
const PER_TENANT = 2;
/** Maximum number of due jobs that one poll reads, oldest first. */
const WINDOW = 500;

export interface DueJob {
  id: string;
  m: string;
}

export interface LaneTools {
  db: Database;
  clock: Clock;
  /** Kinds of all named lanes. A lane without kinds runs all others. */
  named: readonly string[];
  /** Returns whether new jobs may start. */
  isOpen(): boolean;
  /** Runs a job. Returns false when another worker has it or when it was postponed. */
  run(job: DueJob): Promise<boolean>;
}

/** Runs the jobs of a lane concurrently, with at most two per tenant. */
export class LaneRunner {
  private readonly running = new Map<string, { tenant: string; ended: Promise<void> }>();
  private filling: Promise<void> | undefined;
  private again = false;

  constructor(
    private readonly lane: Lane,
    private readonly tools: LaneTools,
  ) {}

  /** Returns whether this lane runs jobs of a kind. */
  takes(kind: string): boolean {
    const { kinds } = this.lane;
    return kinds.length === 0 ? !this.tools.named.includes(kind) : kinds.includes(kind);
  }

  /** Starts due jobs up to the limit. Stops at a database error until the next poll. */
  fill(): void {
    if (this.filling) {
      this.again = true;
      return;
    }
    this.filling = this.begin()
      .catch(() => undefined)
      .finally(() => {
        this.filling = undefined;
        if (!this.again) return;
        this.again = false;
        this.fill();
      });
  }

  /** Resolves when no job is running in this lane. */
  async settle(): Promise<void> {
    while (this.filling || this.running.size > 0) {
      await this.filling;
      await Promise.all([...this.running.values()].map(({ ended }) => ended));
    }
  }

  private async begin(): Promise<void> {
    if (!this.tools.isOpen() || this.running.size >= this.lane.slots) return;
    for (const { id, m: tenant } of await this.findDue()) {
      if (!this.tools.isOpen() || this.running.size >= this.lane.slots) return;
      if (this.running.has(id) || (tenant !== "" && this.countRunning(tenant) >= PER_TENANT)) continue;
      const ended = this.tools
        .run({ id, m: tenant })
        .catch(() => false)
        .then((done) => {
          this.running.delete(id);
          if (done) this.fill();
        });
      this.running.set(id, { tenant, ended });
    }
  }

  private countRunning(tenantId: string): number {
    return [...this.running.values()].filter(({ tenant }) => tenant === tenantId).length;
  }

  /**
   * Reads the oldest due jobs of tenants that are below their limit, which applies across all nodes. Jobs without a
   * tenant are not limited.
   */
  private async findDue(): Promise<DueJob[]> {
    const { db, clock, named } = this.tools;
    const { kinds } = this.lane;
    const now = [new Date(clock.now()).toISOString(), new Date().toISOString()];
    const listed = kinds.length === 0 ? named : kinds;
    const listPlaceholders = (values: readonly string[], first: number) =>
      values.map((_, index) => `$${index + first}`).join(", ");
    const inLane =
      listed.length === 0 ? "TRUE" : `kind ${kinds.length === 0 ? "NOT " : ""}IN (${listPlaceholders(listed, 3)})`;
    const full = await db.query(
      `SELECT m FROM job WHERE state = 'open' AND run_at <= $1 AND lease_until >= $2 AND ${inLane} AND m <> '' GROUP BY m HAVING count(*) >= ${PER_TENANT}`,
      [...now, ...listed],
    );
    const tenants = full.map(({ m: tenant }) => tenant);
    const others = tenants.length === 0 ? "" : ` AND m NOT IN (${listPlaceholders(tenants, 3 + listed.length)})`;
    return db.query(
      `SELECT id, m FROM job WHERE state = 'open' AND run_at <= $1 AND lease_until < $2 AND ${inLane}${others} ORDER BY run_at, id LIMIT ${WINDOW}`,
      [...now, ...listed, ...tenants],
    );
  }
}
