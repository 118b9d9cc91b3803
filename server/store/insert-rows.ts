import type { Queries, SetWrite, Tx } from "./database.ts";

/** Maximum number of rows per statement, well below PostgreSQL's limit of 65,535 parameters. */
const CHUNK = 500;

/** A table and the columns to insert. */
export interface Insertable {
  table: string;
  columns: readonly string[];
  /** SQL after the values: `ON CONFLICT ...`, `RETURNING ...`. */
  tail?: string;
}
/** Rows with the same columns. Their values are in the order of `columns`. */
export interface Insertion extends Insertable {
  rows: readonly (readonly unknown[])[];
}

/** Inserts the rows with one statement per chunk and returns the rows of `RETURNING`. */
export async function insertRows<R extends object>(db: Queries, insertion: Insertion): Promise<R[]> {
  const results: R[] = [];
  for (const { sql, params } of listStatements(insertion)) results.push(...(await db.query<R>(sql, params)));
  return results;
}

/** Same as `insertRows`, without waiting for the result. */
export function sendRows(tx: Pick<Tx, "send">, insertion: Insertion): void {
  for (const { sql, params } of listStatements(insertion)) tx.send(sql, params);
}

/** Returns the write of rows about a change that was made (`trail`). Its items are rows. */
export const createTrailInsert = (into: Insertable): SetWrite<readonly unknown[]> => ({
  step: "trail",
  async write(tx, rows) {
    sendRows(tx, { ...into, rows });
  },
});

function* listStatements({
  table,
  columns,
  rows,
  tail = "",
}: Insertion): Generator<{ sql: string; params: unknown[] }> {
  for (let start = 0; start < rows.length; start += CHUNK) {
    const chunk = rows.slice(start, start + CHUNK);
    const values = chunk
      .map((_, r) => `(${columns.map((_, c) => `$${r * columns.length + c + 1}`).join(", ")})`)
      .join(", ");
    yield {
      sql: `INSERT INTO ${table} (${columns.map((name) => `"${name}"`).join(", ")}) VALUES ${values} ${tail}`,
      params: chunk.flat(),
    };
  }
}
