/** Queries on the table of tenants, whose name the product chooses (`Accounts`). */
import type { Queries } from "./database.ts";

export interface NewTenant {
  id: string;
  name: string;
  /** Status of its users, whose values the product defines. */
  status: number;
  /** Time in ISO 8601. */
  createdAt: string;
}

/** Inserts a tenant. Returns false and changes nothing if its id is taken. */
export async function insertTenant(
  tx: Queries,
  table: string,
  { id, name, status, createdAt }: NewTenant,
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO ${table} (id, name, user_status, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING RETURNING id`,
    [id, name, status, createdAt],
  );
  return rows.length > 0;
}

/** Returns the name of a tenant, or undefined for an unknown id. */
export async function readTenantName(db: Queries, table: string, id: string): Promise<string | undefined> {
  const [row] = await db.query<{ name: string }>(`SELECT name FROM ${table} WHERE id = $1`, [id]);
  return row?.name;
}

/** Locks the tenant until the transaction ends, so that concurrent changes wait and see each other's records. */
export async function lockTenant(tx: Queries, table: string, id: string): Promise<void> {
  await tx.query(`UPDATE ${table} SET name = name WHERE id = $1`, [id]);
}

/**
 * Returns the ids of all tenants that have rows in one of the tables, sorted. Performs one index lookup per tenant and
 * table, regardless of the number of rows.
 */
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
