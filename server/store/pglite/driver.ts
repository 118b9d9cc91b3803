/** The embedded engine: PGlite in a worker thread, one statement at a time, with group commit. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { TxOptions } from "../database.ts";
import { CURSOR_MS, READS, type Connection, type Cursor, type Driver, type Params } from "../driver.ts";
import type { Link, Ran } from "./link.ts";
import { lockFolder } from "./lock.ts";
import { Maintenance } from "./maintenance.ts";
import { DatabaseThread } from "./thread.ts";
import { beginTransaction } from "./transaction.ts";
import { Mutex } from "./mutex.ts";

/** Maximum number of reads sent to the thread without waiting for earlier ones. */
const READS_AT_ONCE = 16;

/** Timeouts in milliseconds. */
export interface PgliteLimits {
  /**
   * Timeout of a statement. Default: 10 s. PGlite ignores `statement_timeout`, so a watchdog ends the thread, which
   * restarts within seconds.
   */
  statementMs: number;
  /** Timeout for obtaining the connection. Default: 10 s. */
  turnMs: number;
  /** Idle timeout of a transaction, after which it is rolled back. Default: 15 s. */
  idleMs: number;
}
const LIMITS: PgliteLimits = { statementMs: 10_000, turnMs: 10_000, idleMs: 15_000 };

export interface PgliteOptions {
  /**
   * Data folder, in whose subfolder `db` the database is stored. If omitted, the database is in memory and lost when
   * closed.
   */
  dataDir?: string;
  /** Initial content of a new database, as returned by `dump`. */
  template?: Uint8Array;
  limits?: Partial<PgliteLimits>;
}
export interface PgliteDriver extends Driver {
  /** Returns the database as an uncompressed tar, for `PgliteOptions.template`. */
  dump(): Promise<Uint8Array>;
}

/** Opens the database. @throws Error when another process uses the folder */
export async function openPglite({ dataDir, template, limits }: PgliteOptions): Promise<PgliteDriver> {
  if (dataDir) mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const unlock = dataDir ? await lockFolder(dataDir) : undefined;
  const start = { ...(dataDir ? { dir: join(dataDir, "db") } : {}), ...(template ? { template } : {}) };
  const timeouts = { ...LIMITS, ...limits };
  const thread = await DatabaseThread.open(start, timeouts).catch(async (error: unknown) => {
    await unlock?.();
    throw error;
  });
  const engine = new PgliteEngine(thread, timeouts);
  const maintenance = new Maintenance((sql, params, timeoutMs) => engine.run(sql, params, timeoutMs));
  thread.onStatement = ({ wal, unsynced }) => maintenance.note(wal, unsynced);
  if (dataDir) maintenance.start();
  return {
    engine: "pglite",
    about: `${thread.version}, embedded in this process, ${dataDir ? `files in ${join(dataDir, "db")}, every commit on the disk before it is acknowledged` : "in memory only"}`,
    run: <R>(sql: string, params: Params) => engine.run<R>(sql, params),
    begin: (options) => engine.begin(options),
    cursor: (sql, params) => engine.cursor(sql, params),
    dump: () => thread.dump(),
    async close() {
      maintenance.stop();
      await engine.runAlone(async () => {
        try {
          await thread.close();
        } finally {
          await unlock?.();
        }
      });
    },
  };
}

class PgliteEngine {
  private readonly turns = new Mutex();
  private cursors = 0;

  constructor(
    private readonly thread: DatabaseThread,
    private readonly limits: PgliteLimits,
  ) {}

  async run<R>(sql: string, params: Params, timeoutMs?: number): Promise<R[]> {
    const release = await this.turns.take(this.limits.turnMs);
    let reply: Ran<R>;
    let link: Link;
    try {
      link = await this.thread.connect();
      const pending = this.thread.run<R>(link, sql, params, { timeoutMs, alone: true });
      if (READS.test(sql) && link.running < READS_AT_ONCE) release();
      reply = await pending;
    } finally {
      release();
    }
    // Reads wait as well, because a row that was returned must not be lost in a crash.
    if (reply.unsynced) await this.thread.sync(link);
    return reply.rows;
  }

  async begin({ statementMs }: TxOptions = {}): Promise<Connection> {
    const release = await this.turns.take(this.limits.turnMs);
    try {
      const link = await this.thread.connect();
      return beginTransaction({
        thread: this.thread,
        link,
        release,
        statementMs,
        idleMs: this.limits.idleMs,
      });
    } catch (error) {
      release();
      throw error;
    }
  }

  /**
   * Opens a WITH HOLD cursor outside a transaction. The first statement materialises the result, and other statements
   * can run between the batches.
   */
  async cursor(sql: string, params: Params): Promise<Cursor> {
    const name = `all_rows_${++this.cursors}`;
    await this.run(`DECLARE ${name} NO SCROLL CURSOR WITH HOLD FOR ${sql}`, params, CURSOR_MS);
    return {
      fetch: <R>(rows: number) => this.run<R>(`FETCH ${rows} FROM ${name}`, []),
      close: () =>
        this.run(`CLOSE ${name}`, []).then(
          () => {},
          () => {},
        ),
    };
  }

  /** Runs `work` while no statement or transaction uses the connection. */
  async runAlone(work: () => Promise<void>): Promise<void> {
    const release = await this.turns.take(this.limits.turnMs);
    try {
      await work();
    } finally {
      release();
    }
  }
}
