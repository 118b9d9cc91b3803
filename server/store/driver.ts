/** Interface of an engine, and the `Database` over either engine. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { CursorOptions, Database, Tx, TxOptions } from "./database.ts";
import { isConflict, isPassing, retrying } from "./retry.ts";
import { parameter } from "./values.ts";

export type Params = readonly (string | null)[];

/**
 * A connection inside a transaction, released by `commit` or `rollback`; neither is called twice. Statements run in the order of the calls, which
 * need not await each other; after a failed one the others fail, and COMMIT rolls back.
 */
export interface Connection {
  run<R>(sql: string, params: Params): Promise<R[]>;
  /** Resolves when the commit is durable. Throws `08007` when its outcome is unknown. */
  commit(): Promise<void>;
  /** Rolls back and releases; never throws. */
  rollback(): Promise<void>;
}
/** Result of one statement, as of one instant, read in batches. */
export interface Cursor {
  /** Reads the next rows; fewer than requested at the end. */
  fetch<R>(rows: number): Promise<R[]>;
  /** Closes the cursor; called once, never throws. */
  close(): Promise<void>;
}
export interface Driver {
  engine: Database["engine"];
  about: string;
  run<R>(sql: string, params: Params): Promise<R[]>;
  begin(options?: TxOptions): Promise<Connection>;
  /** Opens a cursor. `signal` cancels the running statement where the engine can. */
  cursor(sql: string, params: Params, signal: AbortSignal | undefined): Promise<Cursor>;
  pool?: Database["pool"];
  close(): Promise<void>;
}

/** Timeout of one statement of a cursor in milliseconds: the first sorts all rows. */
export const CURSOR_MS = 60_000;

/** Matches statements that change nothing and may be retried. */
export const READS = /^\s*select\b(?!.*\bfor\s+(?:no\s+key\s+)?update\b)/is;

/** Returns the database over an engine. */
export function buildDatabase(driver: Driver): Database {
  const inside = new AsyncLocalStorage<{ open: boolean }>();
  const outside = () => {
    if (inside.getStore()?.open) throw new Error("inside a transaction only its own query may be used");
  };
  const query = async <R>(sql: string, params: readonly unknown[] = []) => {
    outside();
    const run = () => driver.run<R>(sql, params.map(parameter));
    return retrying(run, { again: READS.test(sql) ? isPassing : isConflict });
  };

  async function attempt<T>(fn: (tx: Tx) => Promise<T>, options?: TxOptions): Promise<T> {
    const connection = await driver.begin(options);
    const scope = { open: true };
    const done: (() => void)[] = [];
    // A failed statement ends the transaction even when the function caught it: COMMIT would silently roll back.
    const first: { failure?: { error: unknown } } = {};
    const assertNoFailure = () => {
      if (first.failure) throw first.failure.error;
    };
    const ask = async <R>(sql: string, params: readonly unknown[] = []) => {
      if (!scope.open) throw new Error("the transaction has ended");
      assertNoFailure();
      try {
        return await connection.run<R>(sql, params.map(parameter));
      } catch (error) {
        first.failure ??= { error };
        // Pending statements only report that the transaction is aborted: throw the cause instead.
        throw first.failure.error;
      }
    };
    const sent: Promise<unknown>[] = [];
    const tx: Tx = {
      query: ask,
      send(sql, params) {
        if (!scope.open) throw new Error("the transaction has ended");
        sent.push(ask(sql, params).catch(() => {}));
      },
      afterCommit: (fn) => void done.push(fn),
    };
    let result: T;
    try {
      result = await inside.run(scope, () => fn(tx));
      assertNoFailure();
    } catch (error) {
      scope.open = false;
      await connection.rollback();
      throw error;
    }
    scope.open = false;
    await connection.commit();
    // Sent statements were answered before COMMIT; where one failed, COMMIT rolled back without an error.
    await Promise.all(sent);
    assertNoFailure();
    for (const fn of done) fn();
    return result;
  }

  return {
    engine: driver.engine,
    about: driver.about,
    ...(driver.pool && { pool: driver.pool }),
    query,
    async tx(fn, options) {
      outside();
      return retrying(() => attempt(fn, options));
    },
    async *cursor<R>(sql: string, params: readonly unknown[], { batch, signal }: CursorOptions) {
      outside();
      try {
        signal?.throwIfAborted();
        const cursor = await retrying(() => driver.cursor(sql, params.map(parameter), signal));
        let closed: Promise<void> | undefined;
        try {
          for (;;) {
            signal?.throwIfAborted();
            const rows = await cursor.fetch<R>(batch);
            // Closed before the last rows are yielded: a consumer may stop after them.
            if (rows.length < batch) await (closed = cursor.close());
            if (rows.length > 0) yield rows;
            if (closed) return;
          }
        } finally {
          await (closed ?? cursor.close());
        }
      } catch (error) {
        // The engine's error for a cancelled statement does not name the cause.
        signal?.throwIfAborted();
        throw error;
      }
    },
    async *stream<R>(next: (after: R | undefined) => { sql: string; params: readonly unknown[] }, batch: number) {
      let after: R | undefined;
      for (;;) {
        const { sql, params } = next(after);
        const rows = await query<R>(sql, params);
        if (rows.length > 0) yield rows;
        if (rows.length < batch) return;
        after = rows.at(-1);
      }
    },
    close: () => driver.close(),
  };
}
