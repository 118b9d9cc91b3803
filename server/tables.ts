/**
 * Statements of the tables that every product has, handed to `migrate`. Only ever added to: each runs once per database, in this order. To
 * change a table that exists, add an `ALTER TABLE … ADD COLUMN IF NOT EXISTS …`; `migrate` refuses an edited statement.
 */
import { auditTables } from "./audit/tables.ts";
import { backupTables } from "./backup/tables.ts";
import { deskTables } from "./desk/tables.ts";
import { fileTables } from "./files/database-store.ts";
import { importTables } from "./import/tables.ts";
import { jobTables } from "./jobs/tables.ts";
import { lifecycleTables } from "./lifecycle/tables.ts";
import { providerTables } from "./providers/tables.ts";
import { operatorTables } from "./operators/tables.ts";
import { stepTables } from "./records/form-steps.ts";
import { sessionTables } from "./session/tables.ts";
import { nodeTables } from "./store/nodes.ts";

export const baseTables: readonly string[] = [
  ...nodeTables,
  ...sessionTables,
  ...lifecycleTables,
  ...jobTables,
  ...auditTables,
  ...importTables,
  ...fileTables,
  ...stepTables,
  ...providerTables,
  ...operatorTables,
  ...deskTables,
  ...backupTables,
];
