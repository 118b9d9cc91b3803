/**
 * Returns the statements that create the tables of every product, passed to `migrate`. Each runs once per database, in this order,
 * so only append statements. To change an existing table, add an `ALTER TABLE … ADD COLUMN IF NOT EXISTS …`: `migrate`
 * refuses an edited statement.
 */
import { auditTables } from "../audit/tables.ts";
import { backupTables } from "../backup/tables.ts";
import { manualProviderTables } from "../manual-provider/tables.ts";
import { fileTables } from "../files/database-store.ts";
import { importTables } from "../import/tables.ts";
import { jobTables } from "../jobs/tables.ts";
import { lifecycleTables } from "../lifecycle/tables.ts";
import { providerTables } from "../providers/tables.ts";
import { operatorTables } from "../operators/tables.ts";
import { stepTables } from "../records/form-steps.ts";
import type { Accounts } from "../session/accounts.ts";
import { createSessionPlacements, createSessionTables } from "../session/tables.ts";
import { nodeTables } from "../store/nodes.ts";
import { place, type Placements } from "../store/distribution/placement.ts";

export const createBaseTables = (accounts: Accounts): readonly string[] => [
  ...nodeTables,
  ...createSessionTables(accounts),
  ...lifecycleTables,
  ...jobTables,
  ...auditTables,
  ...importTables,
  ...fileTables,
  ...stepTables,
  ...providerTables,
  ...operatorTables,
  ...manualProviderTables,
  ...backupTables,
];

/** Placement of the tables of every product in a distributed database. */
export const createBasePlacements = (accounts: Accounts): Placements => ({
  ...createSessionPlacements(accounts),
  ...place(
    "tenant",
    "order_event",
    "own_review",
    "order_frozen",
    "receipt_print",
    "notification",
    "job",
    "audit_head",
    "audit",
    "import_row",
  ),
  ...place("tenant", "file_part", "provider_ask"),
  ...place("everywhere", "form_step", "provider_event", "desk_task", "proposal"),
  ...place("coordinator", "schema_lock", "schema_lease", "key_check", "key_dropped", "node", "backup_drill"),
  ...place("coordinator", "operator", "operator_session"),
});
