/** Builds a `Database` on a driver, adding retries, cursors and keyset pagination. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { CursorOptions, Database, Queries, Tx, TxOptions } from "./database.ts";
import { READS, type Driver, type Params } from "./driver.ts";
import { reportStatement } from "./report.ts";
import { isConflict, isPassing, runWithRetry } from "./retry.ts";
import { SharedTransactions } from "./shared-transactions.ts";
import { runTransaction, type TransactionScope } from "./transaction.ts";
import { toParameter } from "./values.ts";

/**
 * Builds the database on a driver. `retryMs`: time limit for retries in milliseconds (default: 8 s). 0 disables them.
 */
export function buildDatabase(driver: Driver, { retryMs: maxMs }: { retryMs?: number } = {}): Database {
  const current = new AsyncLocalStorage<TransactionScope>();
  const assertOutside = () => {
    if (current.getStore()?.open) throw new Error("inside a transaction only its own query may be used");
  };
  const query = async <R>(sql: string, params: readonly unknown[] = []) => {
    assertOutside();
    const run = () => reportStatement(sql, () => driver.run<R>(sql, params.map(toParameter)));
    return runWithRetry(run, { again: READS.test(sql) ? isPassing : isConflict, maxMs });
  };
  const runAlone = <T>(fn: (tx: Tx) => Promise<T>, options?: TxOptions): Promise<T> =>
    runWithRetry(async () => runTransaction(await driver.begin(options), fn, current), { maxMs });
  const together = new SharedTransactions(runAlone, async (fn) => {
    const scope = { open: true };
    return current.run(scope, fn).finally(() => (scope.open = false));
  });
  return {
    engine: driver.engine,
    about: driver.about,
    ...(driver.pool && { pool: driver.pool }),
    query,
    async tx(fn, { shared, ...options } = {}) {
      assertOutside();
      return shared === undefined ? runAlone(fn, options) : together.run(shared, fn);
    },
    async *cursor<R>(sql: string, params: readonly unknown[], options: CursorOptions) {
      assertOutside();
      yield* readCursor<R>(driver, { sql, params: params.map(toParameter) }, { ...options, maxMs });
    },
    stream: (next, batch) => readPages(query, next, batch),
    close: () => driver.close(),
  };
}

/** Yields the rows of a cursor in batches. @throws the signal's reason when it is aborted */
async function* readCursor<R>(
  driver: Driver,
  { sql, params }: { sql: string; params: Params },
  { batch, signal, maxMs }: CursorOptions & { maxMs: number | undefined },
): AsyncGenerator<R[]> {
  try {
    signal?.throwIfAborted();
    const cursor = await runWithRetry(() => driver.cursor(sql, params, signal), { maxMs });
    let closed: Promise<void> | undefined;
    try {
      for (;;) {
        signal?.throwIfAborted();
        const rows = await cursor.fetch<R>(batch);
        // Close before yielding the last rows, because the consumer may stop after them.
        if (rows.length < batch) await (closed = cursor.close());
        if (rows.length > 0) yield rows;
        if (closed) return;
      }
    } finally {
      await (closed ?? cursor.close());
    }
  } catch (error) {
    // Throw the signal's reason instead, because the engine's error for a cancelled statement does not contain it.
    signal?.throwIfAborted();
    throw error;
  }
}

/** Yields rows page by page until a page is shorter than `batch`. */
async function* readPages<R extends object>(
  query: Queries["query"],
  next: (after: R | undefined) => { sql: string; params: readonly unknown[] },
  batch: number,
): AsyncGenerator<R[]> {
  let after: R | undefined;
  for (;;) {
    const { sql, params } = next(after);
    const rows = await query<R>(sql, params);
    if (rows.length > 0) yield rows;
    if (rows.length < batch) return;
    after = rows.at(-1);
  }
}
