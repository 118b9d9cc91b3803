/** What an engine must do, and the `Database` that both engines share. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { CursorOptions, Database, Tx, TxOptions } from "./database.ts";
import { isConflict, isPassing, retrying } from "./retry.ts";
import { parameter } from "./values.ts";

export type Params = readonly (string | null)[];
export type Rows = Record<string, unknown>[];

/**
 * A connection inside a transaction. After `commit` or `rollback` it is given back; neither is called twice. Statements run in the order in
 * which they are asked for, which need not wait for the answers of those before; after one that failed the others fail, and COMMIT rolls back.
 */
export interface Connection {
  run(sql: string, params: Params): Promise<Rows>;
  /** Resolves when the commit is durable. Throws `08007` when its outcome is unknown. */
  commit(): Promise<void>;
  /** Never throws. */
  rollback(): Promise<void>;
}
/** The answer of one statement, as of one instant, read in pieces. */
export interface Cursor {
  /** The next rows; fewer than asked at the end. */
  fetch(rows: number): Promise<Rows>;
  /** Frees it; called once. Never throws. */
  close(): Promise<void>;
}
export interface Driver {
  engine: Database["engine"];
  about: string;
  run(sql: string, params: Params): Promise<Rows>;
  begin(options?: TxOptions): Promise<Connection>;
  /** `signal` ends a statement that runs, where the engine can. */
  cursor(sql: string, params: Params, signal?: AbortSignal): Promise<Cursor>;
  close(): Promise<void>;
}

/** Longest time of one statement of a cursor in milliseconds: the first sorts all rows. */
export const CURSOR_MS = 60_000;

/** Statements that change nothing, and may be asked again. */
export const READS = /^\s*select\b(?!.*\bfor\s+(?:no\s+key\s+)?update\b)/is;

/** The database over an engine. */
export function databaseOver(driver: Driver): Database {
  const inside = new AsyncLocalStorage<{ open: boolean }>();
  const outside = () => {
    if (inside.getStore()?.open) throw new Error("inside a transaction only its own query may be used");
  };
  const query = async (sql: string, params: readonly unknown[] = []) => {
    outside();
    const run = () => driver.run(sql, params.map(parameter));
    return retrying(run, { again: READS.test(sql) ? isPassing : isConflict });
  };

  async function attempt<T>(fn: (tx: Tx) => Promise<T>, options?: TxOptions): Promise<T> {
    const connection = await driver.begin(options);
    const scope = { open: true };
    const done: (() => void)[] = [];
    // A failed statement ends a transaction even where the function caught it: COMMIT would quietly roll back.
    let failed: { error: unknown } | undefined;
    const ask = async (sql: string, params: readonly unknown[] = []) => {
      if (!scope.open) throw new Error("the transaction has ended");
      if (failed) throw failed.error;
      try {
        return await connection.run(sql, params.map(parameter));
      } catch (error) {
        failed ??= { error };
        // Those that were on their way only say that the transaction is aborted: whoever waits for them hears why.
        throw failed.error;
      }
    };
    const sent: Promise<unknown>[] = [];
    const tx: Tx = {
      query: ask as Tx["query"],
      send(sql, params) {
        if (!scope.open) throw new Error("the transaction has ended");
        sent.push(ask(sql, params).catch(() => {}));
      },
      afterCommit: (fn) => void done.push(fn),
    };
    let result: T;
    try {
      result = await inside.run(scope, () => fn(tx));
      if (failed) throw (failed as { error: unknown }).error;
    } catch (error) {
      scope.open = false;
      await connection.rollback();
      throw error;
    }
    scope.open = false;
    await connection.commit();
    // Their answers came before its own. Where one had failed, COMMIT rolled back and said nothing.
    await Promise.all(sent);
    if (failed) throw (failed as { error: unknown }).error;
    for (const fn of done) fn();
    return result;
  }

  return {
    engine: driver.engine,
    about: driver.about,
    query: query as Database["query"],
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
            const rows = (await cursor.fetch(batch)) as R[];
            // Freed before the last rows are handed on: whoever got them need not ask once more.
            if (rows.length < batch) await (closed = cursor.close());
            if (rows.length > 0) yield rows;
            if (closed) return;
          }
        } finally {
          await (closed ?? cursor.close());
        }
      } catch (error) {
        // The engine's own word for an ended statement says nothing of why.
        signal?.throwIfAborted();
        throw error;
      }
    },
    async *stream<R>(next: (after: R | undefined) => { sql: string; params: readonly unknown[] }, batch: number) {
      let after: R | undefined;
      for (;;) {
        const { sql, params } = next(after);
        const rows = (await query(sql, params)) as R[];
        if (rows.length > 0) yield rows;
        if (rows.length < batch) return;
        after = rows.at(-1);
      }
    },
    close: () => driver.close(),
  };
}
