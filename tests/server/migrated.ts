/** Runs `migrate` with the product's tables. */
import type { Database } from "../../server/store/database.ts";
import { migrate as migrateStore, type MigrateOptions, type Report } from "../../server/store/schema/migrate.ts";
import { paymentTables } from "../../server/payments/product.ts";
import type { Entity } from "../../src/engine/index.ts";

/** Creates the product's tables and those of the entities. */
export function migrate(
  db: Database,
  schemas: { entities: ReadonlyMap<string, Entity> },
  options: Omit<MigrateOptions, "tables"> = {},
): Promise<Report> {
  return migrateStore(db, schemas, { tables: paymentTables, ...options });
}
