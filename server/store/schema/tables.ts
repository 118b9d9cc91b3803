/**
 * The tables that are no entity's, as a list of statements that is only ever added to: each runs once per database, in this order. To change a
 * table that exists, add an `ALTER TABLE … ADD COLUMN IF NOT EXISTS …`; an edited statement is refused at the start.
 */
import { stepTables } from "../../records/form-steps.ts";
import { importTables } from "../../import/tables.ts";
import { moneyTables } from "../../payments/ledger/tables.ts";
import { rateTables } from "../../payments/rates/tables.ts";
import { sessionTables } from "../../session/tables.ts";

/** What the storage knows about itself. Made before everything else. */
export const lockTables: readonly string[] = [
  // What is applied: for each entity its shape (`shape.ts`), for `(base)` the statements below by name.
  `CREATE TABLE IF NOT EXISTS schema_lock (
    entity text NOT NULL PRIMARY KEY, version text NOT NULL, shape json NOT NULL, applied_at timestamptz NOT NULL)`,
  // One server at a time changes tables.
  `CREATE TABLE IF NOT EXISTS schema_lease (name text NOT NULL PRIMARY KEY, owner text NOT NULL, until timestamptz NOT NULL)`,
  // By what every node's key is known; never the key.
  `CREATE TABLE IF NOT EXISTS key_check (kid text NOT NULL PRIMARY KEY, fingerprint text NOT NULL, created_at timestamptz NOT NULL)`,
];

/** Tables of the parts, in order. */
export const baseTables: readonly string[] = [
  ...sessionTables,
  ...moneyTables,
  ...importTables,
  ...rateTables,
  ...stepTables,
];
