/** Where the rows of a table are when a database is spread over partitions or nodes. Nothing of it is needed on one node. */

/**
 * `tenant`: by `m`, all rows of a tenant in one place, so that a call is one transaction there. `everywhere`: on every node, for what is read before
 * the tenant is known, joined by all, or changed together with rows of tenants; a write goes to all nodes. `coordinator`: on the node that is
 * connected to, for what only the servers themselves need.
 */
export type Placement = "tenant" | "everywhere" | "coordinator";

/** Placements by table. Tables of entities are not named: they are placed by tenant. */
export type Placements = Readonly<Record<string, Placement>>;

/** Prefix of the tables of entities. */
const ENTITY = "e_";

/** Returns the placement of a table. @throws Error for a table that no one placed */
export function findPlacement(placements: Placements, table: string): Placement {
  const placement = table.startsWith(ENTITY) ? "tenant" : placements[table];
  if (placement === undefined) throw new Error(`the table ${table} has no placement`);
  return placement;
}

/** Returns placements of several tables at once. */
export const place = (placement: Placement, ...tables: readonly string[]): Placements =>
  Object.fromEntries(tables.map((table) => [table, placement]));
