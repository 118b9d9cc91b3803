/** Queries on the table of tenants that every product needs. */
import type { Queries } from "./database.ts";

export interface NewTenant {
  id: string;
  name: string;
  /** Value of userStatus: 4 not certified, 1 certified. */
  status: number;
  /** Time in ISO 8601. */
  createdAt: string;
}

/** Inserts a tenant. Returns false and changes nothing if its id is taken. */
export async function insertTenant(tx: Queries, { id, name, status, createdAt }: NewTenant): Promise<boolean> {
  const rows = await tx.query(
    "INSERT INTO merchant (id, name, user_status, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING RETURNING id",
    [id, name, status, createdAt],
  );
  return rows.length > 0;
}

/** Returns SQL that joins the tenant of a user's row as `tenant`. */
export const joinTenant = (user: string): string => `JOIN merchant AS tenant ON tenant.id = ${user}.m`;

/** Returns the name of a tenant, or undefined for an unknown id. */
export async function readTenantName(db: Queries, id: string): Promise<string | undefined> {
  const [row] = await db.query("SELECT name FROM merchant WHERE id = $1", [id]);
  return row?.name;
}

/** Locks the tenant until the transaction ends, so that concurrent changes wait and see each other's records. */
export async function lockTenant(tx: Queries, id: string): Promise<void> {
  await tx.query("UPDATE merchant SET name = name WHERE id = $1", [id]);
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
