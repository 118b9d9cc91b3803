import type { Queries } from "./database.ts";

/** Returns every merchant that has rows in one of the tables, in order. One index search per merchant and table, however many rows there are. */
export async function readTenants(db: Queries, tables: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const table of tables) {
    for (
      let [row] = await db.query(`SELECT min(m) AS m FROM ${table}`);
      typeof row?.["m"] === "string";
      [row] = await db.query(`SELECT min(m) AS m FROM ${table} WHERE m > $1`, [row["m"]])
    )
      found.add(row["m"]);
  }
  return [...found].sort();
}
