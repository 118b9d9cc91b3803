/** Transaction of the embedded engine. It occupies the single connection until it ends. */
import { DatabaseError, createUnknownOutcome } from "../database.ts";
import type { Connection, Params } from "../driver.ts";
import type { Link } from "./link.ts";
import type { DatabaseThread } from "./thread.ts";

interface TransactionHost {
  thread: DatabaseThread;
  link: Link;
  /** Releases the connection for the next statement or transaction. */
  release(): void;
  /** Timeout of one statement in milliseconds, or undefined for the thread's default. */
  statementMs: number | undefined;
  /** Time without a statement after which the transaction is rolled back, in milliseconds. */
  idleMs: number;
}

/** Begins a transaction, which is rolled back when no statement arrives for `idleMs`. */
export function beginTransaction({ thread, link, release, statementMs, idleMs }: TransactionHost): Connection {
  // BEGIN is sent together with the first statement. Its error is ignored, because the first statement then fails as
  // well.
  thread.run(link, "BEGIN", []).catch(() => {});
  let over: DatabaseError | undefined;
  let running = 0;
  const finish = async (sql: "COMMIT" | "ROLLBACK") => {
    clearTimeout(idle);
    over = new DatabaseError("the transaction has ended", "25P03");
    const ended = thread.run(link, sql, []);
    // Send COMMIT or ROLLBACK in a separate message, because it must not wait for or fail with the next transaction's
    // statements.
    link.post();
    // Release the connection now, because the next transaction's statements are sent after this one.
    release();
    return (await ended).unsynced;
  };
  const expire = () => {
    if (running > 0) return void idle.refresh();
    void finish("ROLLBACK").catch(() => {});
    over = new DatabaseError("the transaction was idle too long", "25P03");
  };
  const idle = setTimeout(expire, idleMs);
  return {
    async run<R>(sql: string, params: Params) {
      if (over) throw over;
      running += 1;
      try {
        return (await thread.run<R>(link, sql, params, { timeoutMs: statementMs })).rows;
      } finally {
        running -= 1;
        if (!over) idle.refresh();
      }
    },
    async commit() {
      if (over) throw over;
      try {
        if (await finish("COMMIT")) await thread.sync(link);
      } catch (error) {
        if (!link.ended) throw error;
        throw createUnknownOutcome("the database's thread ended", error);
      }
    },
    async rollback() {
      if (!over) await finish("ROLLBACK").catch(() => {});
    },
  };
}
