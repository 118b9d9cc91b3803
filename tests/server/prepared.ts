/** Databases with tables and demo merchants, created once per test run and then copied. */
import { randomBytes } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { sealFor } from "../../server/core/seal.ts";
import { createFolderStore } from "../../server/files/folder-store.ts";
import { openSandbox } from "../../server/payments/sandbox/open.ts";
import { buildDatabase } from "../../server/store/build-database.ts";
import type { Driver } from "../../server/store/driver.ts";
import { openPostgres } from "../../server/store/postgres/driver.ts";
import { openPglite } from "../../server/store/pglite/driver.ts";
import type { Database } from "../../server/store/database.ts";
import { upgrade } from "../../server/payments/product.ts";
import { createVocabulary } from "../../server/payments/vocabulary.ts";
import { createCitusModel } from "./citus.ts";
import { PASSWORD } from "./client.ts";
import { createDatabase, describeOn, template, temporaryFolder, type DatabaseSuite, type Fresh } from "./databases.ts";
import { productSchemas } from "../product-schemas.ts";
import { runOncePerRun } from "./once-per-run.ts";
import { postgresUrl, runFolder } from "./postgres.ts";
import { migrate } from "./migrated.ts";
import { asServerRole, createServerRole } from "./server-role.ts";
import { ENGINE, DATABASE_MODE } from "./database-mode.ts";

/**
 * Returns a database with the product's tables and the demo merchants, optionally with ninety days of history. `over`
 * wraps the driver.
 */
export async function prepared(
  engine: Database["engine"],
  history: boolean,
  over = (driver: Driver): Driver => driver,
): Promise<Fresh> {
  const model = await modelOf(engine, history);
  if (engine === "pglite") {
    const db = buildDatabase(over(await openPglite({ template: readFileSync(model) })));
    return { db, close: () => db.close() };
  }
  const url = await createDatabase(undefined, model);
  const db = buildDatabase(over(await openPostgres(url)));
  if (DATABASE_MODE !== "role") return { db, close: () => db.close() };
  const served = buildDatabase(over(await openPostgres(asServerRole(url))));
  return { db, served, close: async () => void (await Promise.all([served.close(), db.close()])) };
}

/** Opens a database with the demo merchants, without history, by default of the run's engine. */
export const openDemo = (engine: Database["engine"] = ENGINE): Promise<Fresh> => prepared(engine, false);

/** Runs a suite over databases with the demo merchants, on the run's engine. */
export const withDemo = (name: string, suite: DatabaseSuite): void =>
  describeOn(name, { engine: ENGINE, openOne: openDemo }, suite);

/**
 * Returns a fresh data folder with such a database for a server process. `open` opens the database while no process is
 * using it.
 */
export async function freshPlace(
  engine: Database["engine"],
): Promise<{ dataDir: string; databaseUrl?: string; open(): Promise<Database> }> {
  const dataDir = temporaryFolder();
  giveKey(dataDir);
  const model = await modelOf(engine, false);
  if (engine === "pglite") {
    cpSync(join(await folderOf(model), "db"), join(dataDir, "db"), { recursive: true });
    return { dataDir, open: async () => buildDatabase(await openPglite({ dataDir })) };
  }
  const owned = await createDatabase(undefined, model);
  const databaseUrl = DATABASE_MODE === "role" ? asServerRole(owned) : owned;
  return { dataDir, databaseUrl, open: async () => buildDatabase(await openPostgres(owned)) };
}

/**
 * Writes the key file to a data folder. A database adopts the key of its first node, and a node without a key does not
 * start.
 */
export function giveKey(dataDir: string): void {
  mkdirSync(join(dataDir, "keys"));
  writeFileSync(join(dataDir, "keys/seal"), randomBytes(32));
}

/** Returns a data folder with the content of the file of an embedded database, created once per run. */
async function folderOf(model: string): Promise<string> {
  const folder = `${model}.folder`;
  await runOncePerRun(`${basename(model)}_folder`, async () => {
    await (await openPglite({ dataDir: folder, template: readFileSync(model) })).close();
  });
  return folder;
}

/** Returns the source to copy: the file of an embedded database, or the name of a PostgreSQL database. */
async function modelOf(engine: Database["engine"], history: boolean): Promise<string> {
  const name = `demo_${history ? "history" : "plain"}`;
  const model = engine === "pglite" ? join(runFolder(), `${name}.tar`) : nameDatabase(name);
  await runOncePerRun(`${engine}_${name}`, async () => {
    if (engine === "pglite") {
      const driver = await openPglite({ template: await template() });
      await fill(buildDatabase(driver), history);
      writeFileSync(model, await driver.dump());
      await driver.close();
    } else {
      // Connects directly, because a pooler would keep its connections open.
      const db = buildDatabase(await openPostgres(await createModel(model)));
      await fill(db, history);
      if (DATABASE_MODE === "role") await createServerRole(db);
      await db.close();
    }
  });
  return model;
}

/** Returns the name of a model. A Citus server outlives the run, so that the name contains that of the run. */
const nameDatabase = (name: string): string =>
  DATABASE_MODE === "citus" ? `${name}_${basename(runFolder()).replaceAll(/\W/g, "_").toLowerCase()}` : name;

/** Creates an empty database to fill as a model. Returns its URL. */
async function createModel(name: string): Promise<string> {
  if (DATABASE_MODE === "citus") return createCitusModel(name);
  await createDatabase(name);
  return postgresUrl(name);
}

/** Creates the tables and the demo merchants in an empty database. */
export async function fill(db: Database, history: boolean): Promise<void> {
  const schemas = productSchemas();
  const seal = sealFor("", [{ kid: "k0", key: Buffer.alloc(32) }]);
  await migrate(db, schemas, {}, () => upgrade(db, schemas, { seal, isRolling: true }));
  await openSandbox({
    db,
    seal,
    schemas: () => schemas,
    vocabulary: createVocabulary(),
    dataDir: temporaryFolder(),
    files: createFolderStore(temporaryFolder()),
    password: PASSWORD,
    speed: "instant",
    history,
  });
  // The servers that use a copy have other keys, so that they digest its orders when they start.
  await db.query("DELETE FROM order_frozen");
}
