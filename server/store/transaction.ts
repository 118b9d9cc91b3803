import type { AsyncLocalStorage } from "node:async_hooks";
import type { Tx } from "./database.ts";
import type { Connection } from "./driver.ts";
import { reportStatement } from "./report.ts";
import { toParameter } from "./values.ts";

/** State of the transaction in which a function runs. */
export interface TransactionScope {
  open: boolean;
}

/**
 * Runs `fn` in a transaction on a connection and commits, then runs its `afterCommit` callbacks. While `fn` runs,
 * `current` contains its scope.
 *
 * @throws the error of `fn` or of its first failed statement, after a rollback; otherwise the error of COMMIT, such as
 * DatabaseError `08007` when its outcome is unknown
 */
export async function runTransaction<T>(
  connection: Connection,
  fn: (tx: Tx) => Promise<T>,
  current: AsyncLocalStorage<TransactionScope>,
): Promise<T> {
  const scope: TransactionScope = { open: true };
  const { tx, callbacks, sent, assertNoFailure } = openTransaction(connection, scope);
  let result: T;
  try {
    result = await current.run(scope, () => fn(tx));
    assertNoFailure();
  } catch (error) {
    scope.open = false;
    await connection.rollback();
    throw error;
  }
  scope.open = false;
  await connection.commit();
  // Sent statements are answered before COMMIT. If one failed, COMMIT rolled back without an error.
  await Promise.all(sent);
  assertNoFailure();
  for (const callback of callbacks) callback();
  return result;
}

/** The queries of a transaction, the statements sent without awaiting, and the callbacks to run after its commit. */
interface OpenTransaction {
  tx: Tx;
  callbacks: readonly (() => void)[];
  /** Statements of `tx.send`. They never reject. */
  sent: readonly Promise<unknown>[];
  /**
   * Throws the first failure. A failed statement ends the transaction even if `fn` caught the error, because COMMIT
   * would silently roll back.
   */
  assertNoFailure(): void;
}

function openTransaction(connection: Connection, scope: Readonly<TransactionScope>): OpenTransaction {
  const callbacks: (() => void)[] = [];
  const sent: Promise<unknown>[] = [];
  let failure: { error: unknown } | undefined;
  const assertOpen = () => {
    if (!scope.open) throw new Error("the transaction has ended");
  };
  const assertNoFailure = () => {
    if (failure) throw failure.error;
  };
  const query = async <R>(sql: string, params: readonly unknown[] = []) => {
    assertOpen();
    assertNoFailure();
    try {
      return await reportStatement(sql, () => connection.run<R>(sql, params.map(toParameter)));
    } catch (error) {
      failure ??= { error };
      // Pending statements only report that the transaction is aborted, so throw the cause instead.
      throw failure.error;
    }
  };
  const tx: Tx = {
    query,
    send(sql, params) {
      assertOpen();
      sent.push(query(sql, params).catch(() => {}));
    },
    write: (set, item) => set.write(tx, [item]),
    afterCommit: (callback) => void callbacks.push(callback),
  };
  return { tx, callbacks, sent, assertNoFailure };
}
