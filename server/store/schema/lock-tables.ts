import type { RowsOf } from "../sql-types.ts";

/**
 * The store's own tables: applied migrations, leases, and known and dropped keys. They are created before all other
 * tables.
 */
export const lockTables = [
  // The applied migrations: the shape of each entity (`shape.ts`) and, in the row `(base)`, a hash of each statement of
  // `MigrateOptions.tables` by its name.
  `CREATE TABLE IF NOT EXISTS schema_lock (
    entity text NOT NULL PRIMARY KEY, version text NOT NULL, shape json NOT NULL, applied_at timestamptz NOT NULL)`,
  // Leases by name: `schema`, so that only one server at a time changes tables, `leader` (`nodes.ts`), and those of
  // periodic work that runs on one node.
  `CREATE TABLE IF NOT EXISTS schema_lease (name text NOT NULL PRIMARY KEY, owner text NOT NULL, until timestamptz NOT NULL)`,
  // Fingerprints of the nodes' keys, never the keys.
  `CREATE TABLE IF NOT EXISTS key_check (kid text NOT NULL PRIMARY KEY, fingerprint text NOT NULL, created_at timestamptz NOT NULL)`,
  // Keys with which no stored value is sealed, so that a node may lack them.
  `CREATE TABLE IF NOT EXISTS key_dropped (kid text NOT NULL PRIMARY KEY, at timestamptz NOT NULL)`,
] as const;
declare module "../sql-types.ts" {
  interface Tables extends RowsOf<typeof lockTables> {}
}
