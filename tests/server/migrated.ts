/** Runs `migrate` with the product's tables. */
import type { Database } from "../../server/store/database.ts";
import { migrate as migrateStore, type MigrateOptions, type Report } from "../../server/store/schema/migrate.ts";
import { readCitusTables } from "../../server/store/distribution/catalogue.ts";
import { distributeTables } from "../../server/store/distribution/distribute.ts";
import { paymentPlacements, paymentTables } from "../../server/payments/product.ts";
import type { Entity } from "@portolan/engine";
import { DATABASE_MODE } from "./database-mode.ts";

/** Number of partitions in a partitioned test run. */
const PARTS = 4;

/** Creates the tables of the product and of the given entities, partitioned if the test run is. */
export async function migrate(
  db: Database,
  schemas: { entities: ReadonlyMap<string, Entity> },
  options: Omit<MigrateOptions, "tables"> = {},
  upgrade: () => Promise<unknown> = async () => undefined,
): Promise<Report> {
  const report = await migrateStore(db, schemas, { tables: paymentTables, ...options });
  // Upgrades stored data first, like `portolan migrate` does.
  await upgrade();
  if (DATABASE_MODE === "partitions") await distributeTables(db, paymentPlacements, { by: "partitions", parts: PARTS });
  // A model for copies has no Citus yet.
  if (DATABASE_MODE === "citus" && (await readCitusTables(db)))
    await distributeTables(db, paymentPlacements, { by: "citus" });
  return report;
}
