import { CURSOR_MS, type Connection, type Cursor, type Params } from "../driver.ts";

/** Runs statements outside the cursor's transaction, and begins that transaction. */
interface CursorHost {
  run<R>(sql: string, params: Params): Promise<R[]>;
  begin(options: { statementMs: number }): Promise<Connection>;
}

/**
 * Opens a cursor over a SELECT as of one instant. When `signal` is aborted, the running statement is cancelled from
 * another connection.
 */
export async function openCursor(
  { run, begin }: CursorHost,
  sql: string,
  params: Params,
  signal: AbortSignal | undefined,
): Promise<Cursor> {
  const transaction = await begin({ statementMs: CURSOR_MS });
  let cancelled: Promise<unknown> | undefined;
  let pid: string | null = null;
  const cancel = () => {
    cancelled = run("SELECT pg_cancel_backend($1)", [pid]).catch(() => {});
  };
  const close = async () => {
    signal?.removeEventListener("abort", cancel);
    // Wait for the cancellation, so that it cannot reach a later statement on this connection.
    await cancelled;
    await transaction.rollback();
  };
  try {
    await transaction.run("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY", []);
    // All rows will be read, so plan for the total time instead of the first rows.
    await transaction.run("SET LOCAL cursor_tuple_fraction = 1", []);
    const [own] = await transaction.run<{ pid: string }>("SELECT pg_backend_pid()::text AS pid", []);
    pid = own?.pid ?? null;
    signal?.addEventListener("abort", cancel, { once: true });
    await transaction.run(`DECLARE all_rows NO SCROLL CURSOR FOR ${sql}`, params);
  } catch (error) {
    await close();
    throw error;
  }
  return { fetch: <R>(rows: number) => transaction.run<R>(`FETCH ${rows} FROM all_rows`, []), close };
}
