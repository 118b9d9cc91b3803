/** Fresh databases for tests, embedded and real PostgreSQL, so that each suite runs on both. */
import { randomBytes } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe } from "vitest";
import type { Database, Queries, SetWrite, Tx } from "../../server/store/database.ts";
import { buildDatabase } from "../../server/store/build-database.ts";
import { openPostgres } from "../../server/store/postgres/driver.ts";
import { openPglite } from "../../server/store/pglite/driver.ts";
import { createCitusDatabase } from "./citus.ts";
import { unportable } from "./dialect.ts";
import { pooledUrl } from "./pgbouncer.ts";
import { runOncePerRun } from "./once-per-run.ts";
import { postgresUrl, runFolder } from "./postgres.ts";
import { ENGINE, ENGINES, DATABASE_MODE } from "./database-mode.ts";

type Engine = Database["engine"];

/** Opens an additional database. All are closed after the suite. */
export type OpenDatabase = () => Promise<Database>;

/** Tests over databases of an engine. */
export type DatabaseSuite = (open: OpenDatabase, engine: Engine) => void;

/**
 * Runs a suite once on each engine, over empty databases. Every statement is checked against the portable SQL dialect.
 * @example withDatabases("records", (open) => { it("…", async () => { const db = await open(); … }); });
 */
export function withDatabases(name: string, suite: DatabaseSuite): void {
  for (const engine of ENGINES) describeOn(name, { engine, openOne: openFresh }, suite);
}

/** Runs a suite over empty databases of the run's engine: for rules that do not depend on the engine. */
export const withDatabase = (name: string, suite: DatabaseSuite): void =>
  describeOn(name, { engine: ENGINE, openOne: openFresh }, suite);

/** Runs a suite over databases of an engine that `openOne` opens. */
export function describeOn(
  name: string,
  { engine, openOne }: { engine: Engine; openOne: (engine: Engine) => Promise<Fresh> },
  suite: DatabaseSuite,
): void {
  describe(`${name} on ${engine}`, () => {
    const opened: (() => Promise<void>)[] = [];
    afterAll(async () => {
      for (const close of opened) await close();
    });
    suite(async () => {
      const { db, close } = await openOne(engine);
      opened.push(close);
      return portable(db);
    }, engine);
  });
}

/** A database used by a single test; `close` deletes it. */
export interface Fresh {
  db: Database;
  /**
   * The same database opened with the server's role, if that is not the owner. The test itself reads and tampers as the
   * owner.
   */
  served?: Database;
  close(): Promise<void>;
}

/** Opens an empty database of an engine, by default the run's. */
export const openFresh = (engine: Engine = ENGINE): Promise<Fresh> => (engine === "pglite" ? embedded() : postgres());

/** Opens an empty, embedded in-memory database. */
export async function embedded(): Promise<Fresh> {
  const db = buildDatabase(await openPglite({ template: await template() }));
  return { db, close: () => db.close() };
}

/** Returns a data folder with an empty embedded database: copies one of the run, which is cheaper than creating one. */
export async function embeddedFolder(): Promise<string> {
  const model = join(runFolder(), "embedded");
  await runOncePerRun("embedded_folder", async () => {
    await (await openPglite({ dataDir: model, template: await template() })).close();
  });
  const folder = temporaryFolder();
  cpSync(join(model, "db"), join(folder, "db"), { recursive: true });
  return folder;
}

/** Opens an empty database on the PostgreSQL of the test run. */
export async function postgres(): Promise<Fresh & { url: string }> {
  const url = await createDatabase();
  const db = buildDatabase(await openPostgres(url));
  return { db, url, close: () => db.close() };
}

/**
 * Creates a database on the PostgreSQL of the test run as a copy of `model`, which must have no connections. Returns
 * its URL, which follows the mode of the run (`way.ts`).
 */
export async function createDatabase(
  name = `t_${randomBytes(6).toString("hex")}`,
  model = "template1",
): Promise<string> {
  if (DATABASE_MODE === "citus") return createCitusDatabase(name, model);
  const admin = buildDatabase(await openPostgres(await postgresUrl()));
  try {
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${model}`);
  } finally {
    await admin.close();
  }
  const url = await postgresUrl(name);
  if (DATABASE_MODE !== "pgbouncer") return url;
  // Sets the limits of the role before the pooler connects, like `portolan migrate` does.
  await (await openPostgres(url)).close();
  return pooledUrl(name);
}

/** Returns a fresh database as a file, because creating one takes seconds but loading the file only half a second. */
export async function template(): Promise<Uint8Array> {
  const { version } = JSON.parse(
    readFileSync(new URL("../../node_modules/@electric-sql/pglite/package.json", import.meta.url), "utf8"),
  ) as { version: string };
  const file = join(tmpdir(), `portolan-pglite-${version}.tar`);
  if (!existsSync(file)) {
    const driver = await openPglite({});
    const draft = `${file}.${randomBytes(4).toString("hex")}`;
    writeFileSync(draft, await driver.dump());
    renameSync(draft, file);
    await driver.close();
  }
  return readFileSync(file);
}

/** Drops all tables, which is faster than creating a new database. */
export async function emptied(db: Database): Promise<Database> {
  const tables = await db.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1",
  );
  for (const { name } of tables) await db.query(`DROP TABLE "${name}"`);
  return db;
}

/** Returns a folder that is deleted when the process exits. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "portolan-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Wraps a database so that statements outside of the portable dialect throw. `seen` receives every statement. */
export function portable(db: Database, seen: (sql: string) => void = () => {}): Database {
  const checked = (sql: string): string => {
    const why = unportable(sql);
    if (why) throw new Error(`${why}: ${sql}`);
    seen(sql);
    return sql;
  };
  const held = <Q extends Pick<Queries, "query">>(target: Q): Q["query"] =>
    (async (sql: string, params?: readonly unknown[]) => target.query(checked(sql), params)) as Q["query"];
  const sets = new WeakMap<object, unknown>();
  /** Returns a set whose statements are checked, always the same one, because sets are grouped by identity. */
  const heldSet = <T>(set: SetWrite<T>): SetWrite<T> => {
    const claim = set.claim;
    const over: SetWrite<T> = {
      ...set,
      ...(claim && { claim: (queries, items) => claim({ query: held(queries) }, items) }),
      write: (tx, items) => set.write({ query: held(tx), send: (sql, params) => tx.send(checked(sql), params) }, items),
    };
    const known = (sets.get(set) ?? over) as SetWrite<T>;
    sets.set(set, known);
    return known;
  };
  return {
    ...db,
    query: held(db),
    cursor: (sql, params, options) => db.cursor(checked(sql), params, options),
    tx: (fn, options) =>
      db.tx(
        (tx) =>
          fn({
            ...tx,
            query: held<Tx>(tx),
            send: (sql, params) => tx.send(checked(sql), params),
            write: (set, item) => tx.write(heldSet(set), item),
          }),
        options,
      ),
  };
}
