/** Databases that hold the tables and the demo merchants already: made once a run of the tests, then copied. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openSandbox } from "../../server/sandbox/open.ts";
import { databaseOver } from "../../server/store/driver.ts";
import { openPostgres } from "../../server/store/pg.ts";
import { openPglite } from "../../server/store/pglite/driver.ts";
import { migrate } from "../../server/store/schema/migrate.ts";
import type { Database } from "../../server/store/database.ts";
import { PASSWORD } from "./client.ts";
import { createDatabase, template, temporaryFolder, type Fresh } from "./databases.ts";
import { productSchemas } from "./invariants.ts";
import { runFolder } from "./postgres.ts";

const MAKE_MS = 120_000;

/** A database as the product's schemas and the sandbox make it; with ninety days of history on demand. */
export async function prepared(engine: Database["engine"], history: boolean): Promise<Fresh> {
  const name = `demo_${history ? "history" : "plain"}`;
  if (engine === "pglite") {
    const file = join(runFolder(), `${name}.tar`);
    await onceARun(`pglite_${name}`, async () => {
      const driver = await openPglite({ template: await template() });
      await fill(databaseOver(driver), history);
      writeFileSync(file, await driver.dump());
      await driver.close();
    });
    const db = databaseOver(await openPglite({ template: readFileSync(file) }));
    return { db, close: () => db.close() };
  }
  await onceARun(`postgres_${name}`, async () => {
    const db = databaseOver(await openPostgres(await createDatabase(name)));
    await fill(db, history);
    await db.close();
  });
  const db = databaseOver(await openPostgres(await createDatabase(undefined, name)));
  return { db, close: () => db.close() };
}

async function fill(db: Database, history: boolean): Promise<void> {
  const schemas = productSchemas();
  await migrate(db, schemas);
  await openSandbox({ db, schemas: () => schemas, dataDir: temporaryFolder(), password: PASSWORD, speed: "instant", history });
}

/** Suites run in several processes: whoever makes the folder does the work, the others wait for it. */
async function onceARun(name: string, work: () => Promise<void>): Promise<void> {
  const at = join(runFolder(), name);
  try {
    mkdirSync(at);
  } catch {
    for (const end = Date.now() + MAKE_MS; !existsSync(join(at, "ready")); await pause(50)) {
      if (Date.now() > end) throw new Error(`${name} was not made by the process that began to`);
    }
    return;
  }
  await work();
  mkdirSync(join(at, "ready"));
}
