/** Placement of tables when a database is distributed over partitions or nodes. Not used on a single node. */

/**
 * `tenant`: sharded by `m`. All rows of a tenant are in one place, where a call is a single transaction. `everywhere`:
 * on every node, for tables that are read before the tenant is known, joined by all others, or changed together with
 * rows of tenants. A write goes to all nodes. `coordinator`: on the node that clients connect to, for tables that only
 * the servers themselves need.
 */
export type Placement = "tenant" | "everywhere" | "coordinator";

/** Placements by table. Tables of entities are not listed, because they are placed by tenant. */
export type Placements = Readonly<Record<string, Placement>>;

const ENTITY = "e_";

/** Returns the placement of a table. @throws Error for a table without a placement */
export function findPlacement(placements: Placements, table: string): Placement {
  const placement = table.startsWith(ENTITY) ? "tenant" : placements[table];
  if (placement === undefined) throw new Error(`the table ${table} has no placement`);
  return placement;
}

export const place = (placement: Placement, ...tables: readonly string[]): Placements =>
  Object.fromEntries(tables.map((table) => [table, placement]));
