/** The store's own tables: applied migrations, the migration lock, known keys. Created before every other table. */
export const lockTables: readonly string[] = [
  // What is applied: for each entity its shape (`shape.ts`), for `(base)` the statements below by name.
  `CREATE TABLE IF NOT EXISTS schema_lock (
    entity text NOT NULL PRIMARY KEY, version text NOT NULL, shape json NOT NULL, applied_at timestamptz NOT NULL)`,
  // One server at a time changes tables.
  `CREATE TABLE IF NOT EXISTS schema_lease (name text NOT NULL PRIMARY KEY, owner text NOT NULL, until timestamptz NOT NULL)`,
  // By what every node's key is known; never the key.
  `CREATE TABLE IF NOT EXISTS key_check (kid text NOT NULL PRIMARY KEY, fingerprint text NOT NULL, created_at timestamptz NOT NULL)`,
  // Keys that nothing is sealed by any more: a node may lack them.
  `CREATE TABLE IF NOT EXISTS key_dropped (kid text NOT NULL PRIMARY KEY, at timestamptz NOT NULL)`,
];
