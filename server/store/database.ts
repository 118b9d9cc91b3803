/**
 * The one door to the database. PGlite in a worker thread (embedded default) and PostgreSQL (`DATABASE_URL`) answer alike:
 * numeric, int8, date and timestamptz come back as strings (timestamptz as ISO 8601 in UTC), json as values.
 * SQL stays inside the portable dialect (`tests/server/dialect.test.ts` reads every text).
 */
export interface Queries {
  /** Runs one statement with `$1`-style parameters; the rows. Throws `DatabaseError` with PostgreSQL's `code`. */
  query<R = Record<string, any>>(sql: string, params?: readonly unknown[]): Promise<R[]>;
}
export interface Tx extends Queries {
  /** Runs after COMMIT was acknowledged as durable (to wake the worker). Not at all after a rollback. */
  afterCommit(fn: () => void): void;
}
export interface Database extends Queries {
  engine: "pglite" | "postgres";
  /**
   * BEGIN; fn; COMMIT (durable before it resolves). Retries the whole function on 40001, 40P01 and lost connections with jitter,
   * at most 8 times in 8 s; so `fn` has no effect outside the database. An exception rolls back and is thrown on.
   */
  tx<T>(fn: (tx: Tx) => Promise<T>): Promise<T>;
  /** Rows of a statement in pages, for exports: never more than `batch` rows in memory. */
  stream<R = Record<string, any>>(next: (after: R | undefined) => { sql: string; params: readonly unknown[] }, batch: number): AsyncGenerator<R[]>;
  close(): Promise<void>;
}
