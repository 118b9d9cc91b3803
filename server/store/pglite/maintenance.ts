/** Does the work of PostgreSQL's background processes, which PGlite lacks. */

const CHECKPOINT_EVERY_MS = 60_000;
const CHECKPOINT_AFTER_BYTES = 64 * 1024 * 1024;
const VACUUM_EVERY_MS = 600_000;
/** Timeout of a maintenance statement in milliseconds. Vacuuming a large table can take long. */
const TIMEOUT_MS = 120_000;

/**
 * Selects the tables to vacuum, with the thresholds of autovacuum: 50 rows plus a tenth (planner statistics) or a fifth
 * (dead rows) of the table.
 */
const DUE = `SELECT relname AS name FROM pg_stat_user_tables
  WHERE n_dead_tup > 50 + n_live_tup * 0.2 OR n_mod_since_analyze > 50 + n_live_tup * 0.1 ORDER BY relname`;

type Run = (sql: string, params: readonly (string | null)[], timeoutMs?: number) => Promise<Record<string, unknown>[]>;

/**
 * Runs checkpoints, so that the log stays small and startup is fast, and vacuums tables. Does nothing if nothing was
 * written.
 */
export class Maintenance {
  private timers: NodeJS.Timeout[] = [];
  private written = false;
  private checkpointing = false;
  private vacuumDue = false;

  constructor(private readonly run: Run) {}

  start(): void {
    this.timers = [
      setInterval(() => void this.checkpoint(), CHECKPOINT_EVERY_MS).unref(),
      setInterval(() => void this.vacuum(), VACUUM_EVERY_MS).unref(),
    ];
  }
  stop(): void {
    this.timers.forEach((timer) => clearInterval(timer));
    this.timers = [];
  }

  /**
   * Called after every successful statement. `wal` is the number of bytes written to the log since the last checkpoint,
   * and `unsynced` is whether any commit is not on disk yet.
   */
  note(wal: number, unsynced: boolean): void {
    if (unsynced) this.written = this.vacuumDue = true;
    if (wal > CHECKPOINT_AFTER_BYTES && this.timers.length > 0) void this.checkpoint();
  }

  async checkpoint(): Promise<void> {
    if (!this.written || this.checkpointing) return;
    this.checkpointing = true;
    this.written = false;
    await this.runQuietly("CHECKPOINT");
    this.checkpointing = false;
  }

  /** Vacuums with one statement per table, so that other statements can run in between. */
  async vacuum(): Promise<void> {
    if (!this.vacuumDue) return;
    this.vacuumDue = false;
    for (const { name } of await this.runQuietly(DUE)) await this.runQuietly(`VACUUM (ANALYZE) "${String(name)}"`);
  }

  /**
   * Runs a statement and returns its rows. After an error, which is ignored, returns no rows, and a checkpoint is due
   * again.
   */
  private async runQuietly(sql: string): Promise<Record<string, unknown>[]> {
    try {
      return await this.run(sql, [], TIMEOUT_MS);
    } catch {
      this.written = true;
      return [];
    }
  }
}
