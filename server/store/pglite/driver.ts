/** The embedded engine: PGlite in a worker thread, one statement at a time, with group commit. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseError, type TxOptions } from "../database.ts";
import { CURSOR_MS, READS, type Connection, type Cursor, type Driver, type Params } from "../driver.ts";
import { Link, type Ran } from "./link.ts";
import { lockFolder } from "./lock.ts";
import { Maintenance } from "./maintenance.ts";
import { Turns } from "./turns.ts";

const CLOSE_TIMEOUT_MS = 60_000;
/** Maximum of reads sent to the thread without awaiting the previous one. */
const READS_AT_ONCE = 16;

/** In milliseconds. */
export interface PgliteLimits {
  /** Timeout of a statement, default 10 s. PGlite ignores `statement_timeout`: a watchdog ends the thread, which restarts within seconds. */
  statementMs: number;
  /** Timeout of waiting for the connection; default 10 s. */
  turnMs: number;
  /** Idle timeout of a transaction, which is then rolled back; default 15 s. */
  idleMs: number;
}
const LIMITS: PgliteLimits = { statementMs: 10_000, turnMs: 10_000, idleMs: 15_000 };

export interface PgliteOptions {
  /** Data folder; the database is its folder `db`. Without it the database is in memory and lost when closed. */
  dataDir?: string;
  /** Content of a new database, as returned by `dump`. */
  template?: Uint8Array;
  limits?: Partial<PgliteLimits>;
}
export interface PgliteDriver extends Driver {
  /** Returns the database as a tar, for `PgliteOptions.template`. */
  dump(): Promise<Uint8Array>;
}

/** Opens the database. @throws Error when another process has the folder */
export async function openPglite({ dataDir, template, limits }: PgliteOptions): Promise<PgliteDriver> {
  const { statementMs: longest, turnMs, idleMs } = { ...LIMITS, ...limits };
  if (dataDir) mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const unlock = dataDir ? await lockFolder(dataDir) : undefined;
  const start = { ...(dataDir ? { dir: join(dataDir, "db") } : {}), ...(template ? { template } : {}) };
  const turns = new Turns();
  let link: Promise<Link> = Link.start(start);
  let broken: DatabaseError | undefined;
  const first = await link.catch(async (error: unknown) => {
    await unlock?.();
    throw error;
  });

  /** Returns the running thread; restarts one that ended. @throws DatabaseError for a database in memory, which is lost with its thread */
  async function living(): Promise<Link> {
    const now = await link.catch(() => undefined);
    if (now && !now.ended) return now;
    if (now?.ended?.code === "58030") broken = now.ended;
    if (!dataDir) broken ??= now?.ended;
    if (broken) throw broken;
    link = Link.start(start);
    return link;
  }

  async function send<R>(
    on: Link,
    sql: string,
    params: Params,
    { timeoutMs = longest, alone = false }: { timeoutMs?: number | undefined; alone?: boolean } = {},
  ): Promise<Ran<R>> {
    const ran = await on.run<R>(sql, params, timeoutMs, alone);
    maintenance.note(ran.wal, ran.unsynced);
    return ran;
  }
  const durable = async (on: Link, unsynced: boolean) => {
    if (unsynced) await on.ask({ kind: "sync" }, CLOSE_TIMEOUT_MS);
  };

  async function run<R>(sql: string, params: Params, timeoutMs?: number): Promise<R[]> {
    const release = await turns.take(turnMs);
    let answer: Ran<R>;
    let on: Link;
    try {
      on = await living();
      const asked = send<R>(on, sql, params, { timeoutMs, alone: true });
      if (READS.test(sql) && on.running < READS_AT_ONCE) release();
      answer = await asked;
    } finally {
      release();
    }
    // Reads wait too: a row that was returned must not be lost in a crash.
    await durable(on, answer.unsynced);
    return answer.rows;
  }

  async function begin({ statementMs }: TxOptions = {}): Promise<Connection> {
    const release = await turns.take(turnMs);
    let on: Link;
    try {
      on = await living();
    } catch (error) {
      release();
      throw error;
    }
    // Sent with the first statement, which fails when this one does.
    send(on, "BEGIN", []).catch(() => {});
    let over: DatabaseError | undefined;
    let asked = 0;
    const finish = async (sql: "COMMIT" | "ROLLBACK") => {
      clearTimeout(idle);
      over = new DatabaseError("the transaction has ended", "25P03");
      const ended = send(on, sql, []);
      // Sent in a message of its own: it must not wait for or fail with the next transaction's statements.
      on.post();
      // The next transaction's statements are sent after it.
      release();
      return (await ended).unsynced;
    };
    const lapse = () => {
      if (asked > 0) return void idle.refresh();
      void finish("ROLLBACK").catch(() => {});
      over = new DatabaseError("the transaction was idle too long", "25P03");
    };
    const idle = setTimeout(lapse, idleMs);
    return {
      async run<R>(sql: string, params: Params) {
        if (over) throw over;
        asked += 1;
        try {
          return (await send<R>(on, sql, params, { timeoutMs: statementMs })).rows;
        } finally {
          asked -= 1;
          if (!over) idle.refresh();
        }
      },
      async commit() {
        if (over) throw over;
        try {
          await durable(on, await finish("COMMIT"));
        } catch (error) {
          if (!on.ended) throw error;
          throw new DatabaseError(
            "the database's thread ended during COMMIT; its outcome is unknown",
            "08007",
            {},
            { cause: error },
          );
        }
      },
      async rollback() {
        if (!over) await finish("ROLLBACK").catch(() => {});
      },
    };
  }

  let cursors = 0;
  /** Opens a WITH HOLD cursor outside a transaction: the first statement materialises the result, and others run between the batches. */
  async function cursor(sql: string, params: Params): Promise<Cursor> {
    const name = `all_rows_${++cursors}`;
    await run(`DECLARE ${name} NO SCROLL CURSOR WITH HOLD FOR ${sql}`, params, CURSOR_MS);
    return {
      fetch: <R>(rows: number) => run<R>(`FETCH ${rows} FROM ${name}`, []),
      close: () =>
        run(`CLOSE ${name}`, []).then(
          () => {},
          () => {},
        ),
    };
  }

  const maintenance = new Maintenance(run);
  if (dataDir) maintenance.start();
  return {
    engine: "pglite",
    about: `${first.version}, embedded in this process, ${dataDir ? `files in ${join(dataDir, "db")}, every commit on the disk before it is acknowledged` : "in memory only"}`,
    run: <R>(sql: string, params: Params) => run<R>(sql, params),
    begin,
    cursor,
    async dump() {
      const answer = await (await living()).ask({ kind: "dump" });
      if (!("dump" in answer)) throw new Error("the database's thread answered something else");
      return answer.dump;
    },
    async close() {
      maintenance.stop();
      const release = await turns.take(turnMs);
      try {
        const on = await link;
        // Runs the shutdown checkpoint and syncs every file.
        if (!on.ended) await on.ask({ kind: "close" }, CLOSE_TIMEOUT_MS);
        await on.stop();
      } finally {
        broken = new DatabaseError("the database is closed", "57P03");
        release();
        await unlock?.();
      }
    },
  };
}
