import type { Queries, Tx } from "../../store/database.ts";

/** Rows in one statement: far below PostgreSQL's 65,535 parameters. */
const CHUNK = 500;

/** Inserts rows of the same shape with few statements; `tail` is what follows the values (`ON CONFLICT ...`). Values keep the order of `columns`. */
export async function insertRows<R = Record<string, unknown>>(
  db: Queries,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
  tail = "",
): Promise<R[]> {
  const answers: R[] = [];
  for (const { sql, params } of insertions(table, columns, rows, tail))
    answers.push(...(await db.query<R>(sql, params)));
  return answers;
}

/** The same where nobody waits for it. */
export function sendRows(tx: Pick<Tx, "send">, ...what: Parameters<typeof insertions>): void {
  for (const { sql, params } of insertions(...what)) tx.send(sql, params);
}

function* insertions(
  table: string,
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
  tail = "",
): Generator<{ sql: string; params: unknown[] }> {
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
