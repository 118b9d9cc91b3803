/** The server's PostgreSQL role: sufficient to run, but unable to alter tables or postings. */
import { createHash, randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { runCommand } from "../../server/cli/run.ts";
import { MigrationNeeded } from "../../server/store/schema/migrate.ts";
import { buildDatabase } from "../../server/store/build-database.ts";
import type { Database } from "../../server/store/database.ts";
import { openPostgres } from "../../server/store/postgres/driver.ts";
import { readFirstError } from "../../server/backup/programs.ts";
import { grantServerRole } from "../../server/store/postgres/roles.ts";
import { createDatabase, temporaryFolder } from "./databases.ts";
import { testTools } from "./portolan.ts";
import { freshPlace } from "./prepared.ts";
import { startTestServer } from "./server.ts";
import { deposit } from "./swap-world.ts";

const CLOSE: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of CLOSE.toReversed()) await close();
});
/** An installation in which the server's role does not own the tables. */
let installation: { env: Record<string, string>; owner: Database; role: string; databaseUrl: string };
const portolan = (args: string, env: Record<string, string>) => runCommand(args.split(" "), env, testTools);

it("the server's role can run it, but only the owner can alter tables, and postings cannot be modified", async () => {
  const { dataDir, databaseUrl = "", open } = await freshPlace("postgres");
  const role = `app_${randomBytes(4).toString("hex")}`;
  const owner = await open();
  await owner.query(`CREATE ROLE ${role} LOGIN`);
  const address = databaseUrl.replace("portolan@", `${role}@`);
  const env = { PORTOLAN_MODE: "sandbox", DATA_DIR: dataDir, DATABASE_URL: address, DATABASE_OWNER_URL: databaseUrl };
  installation = { env, owner, role, databaseUrl };
  expect(await portolan("migrate --plan", env)).toEqual({ status: 0, text: "The tables are up to date." });
  expect((await portolan("migrate --plan --apply", env)).status).toBe(2);
  expect((await portolan("migrate --apply", env)).status).toBe(0);

  const db = buildDatabase(await openPostgres(address));
  const server = await startTestServer({
    engine: "postgres",
    dataDir,
    migrates: false,
    database: async () => ({ db, close: () => db.close() }),
  });
  CLOSE.push(
    () => owner.close(),
    () => server.stop(),
  );
  expect(await db.query("SHOW statement_timeout")).toEqual([{ statement_timeout: "10s" }]);
  await deposit(server, "100001", "CNY", "90000");
  const maker = await server.as("maker");
  const accountId = (await maker.call("GET /mer/account/list")).map.list[0].id as string;
  const order = await maker.confirmed("POST /mer/gep/withdraw/apply", { accountId, amount: "2400.00" });
  expect(order.code).toBe(2000);
  const checker = await server.as("checker");
  const review = { id: order.map.record.orderNo, event: "pass" };
  expect((await checker.confirmed("POST /mer/gep/withdraw/reexamine", review)).code).toBe(2000);
  expect(await server.worker.drain()).toBeGreaterThan(0);
  expect(await db.query("SELECT status FROM e_withdrawal WHERE id = $1", [review.id])).toEqual([{ status: "done" }]);

  const forbidden = [
    ...["ledger_txn", "ledger_posting", "order_event"].flatMap((table) => [
      `UPDATE ${table} SET m = m`,
      `DELETE FROM ${table}`,
      `TRUNCATE ${table}`,
    ]),
    "CREATE TABLE mine (a text)",
    "ALTER TABLE ledger_posting ADD COLUMN mine text",
    "DROP TABLE ledger_txn",
  ];
  expect(forbidden).toHaveLength(12);
  for (const sql of forbidden) await expect(db.query(sql), sql).rejects.toMatchObject({ code: "42501" });
});

it("a drill needs a role that may create databases, and a damaged dump is named and not restored", async () => {
  const { env, role, databaseUrl } = installation;
  const backup = temporaryFolder();
  const manifest = { format: 1, at: "2026-11-20T00:00:00Z", version: "1", engine: "postgres", keys: [], tables: {} };
  const dump = { path: "database.dump", bytes: 0, sha256: createHash("sha256").update("").digest("hex") };
  writeFileSync(join(backup, "database.dump"), "");
  writeFileSync(join(backup, "manifest.json"), JSON.stringify({ ...manifest, chains: "", uploads: [], files: [dump] }));
  const drill = (more: Record<string, string> = {}) =>
    runCommand(["restore", backup, "--check"], { ...env, ...more }, testTools);
  expect(await drill()).toEqual({
    status: 1,
    refused: true,
    text: `The role ${role} may not create the temporary database: set DATABASE_DRILL_URL to a role with CREATEDB.`,
  });
  expect((await drill({ DATABASE_DRILL_URL: databaseUrl })).text).toMatch(/^pg_restore failed: [^\n]+$/);
  writeFileSync(join(backup, "database.dump"), "x");
  expect((await drill({ DATABASE_DRILL_URL: databaseUrl })).text).toMatch(/^database\.dump is damaged\nbackup of /);
});

it("an owner that may not alter the server's role names what an administrator has to run, until it was run", async () => {
  const { owner, role, databaseUrl } = installation;
  const own = `owner_${randomBytes(4).toString("hex")}`;
  await owner.query(`CREATE ROLE ${own} LOGIN`);
  await owner.query(`GRANT ALL ON ALL TABLES IN SCHEMA public TO ${own}`);
  const limited = buildDatabase(await openPostgres(databaseUrl.replace("portolan@", `${own}@`)));
  CLOSE.push(() => limited.close());
  expect(await grantServerRole(limited, role)).toEqual([]);
  await owner.query(`ALTER ROLE ${role} IN DATABASE ${new URL(databaseUrl).pathname.slice(1)} RESET ALL`);
  const left = await grantServerRole(limited, role);
  expect(left).toContainEqual(expect.stringMatching(/ALTER ROLE "app_\w+" IN DATABASE \w+ SET lock_timeout = '5s'$/));
  for (const sql of left) await owner.query(sql);
  expect(await grantServerRole(limited, role)).toEqual([]);
});

it("a failed restore is one line, without the statement that failed and its rows", () => {
  const output = `pg_restore: while PROCESSING TOC:
pg_restore: from TOC entry 3712; 0 16384 TABLE DATA merchant portolan
pg_restore: error: COPY failed for table "merchant": ERROR:  invalid input syntax
CONTEXT:  COPY merchant, line 1, column at: "100001 Harbour Ltd."
Command was: COPY public.merchant (id, name) FROM stdin;`;
  expect(readFirstError("pg_restore", output)).toBe('COPY failed for table "merchant": ERROR:  invalid input syntax');
});

it("migration while another version runs reports the next step, and refuses incompatible changes", async () => {
  const { dataDir, databaseUrl = "", open } = await freshPlace("postgres");
  const env = { PORTOLAN_MODE: "sandbox", DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
  const db = await open();
  CLOSE.push(() => db.close());
  await db.query(
    "INSERT INTO node (id, version, schema, keys, role, seen_at) VALUES ('former-node', '0.0.9', 'x', 'k0', 'both', now())",
  );
  expect(await portolan("migrate", env)).toEqual({
    status: 0,
    text: "Nodes of another version are running (former-n). Replace them, then run portolan migrate once more.",
  });
  await db.query(`UPDATE schema_lock SET shape = CAST(CAST(shape AS jsonb) - $1 AS json) WHERE entity = '(base)'`, [
    "UPDATE outbox SET m = '' WHERE m IS NULL",
  ]);
  const change = "  UPDATE outbox SET m = '' WHERE m IS NULL";
  expect((await portolan("migrate --plan", env)).text.split("\n").slice(-2)).toEqual([
    "Not possible while nodes are running. Stop every node before portolan migrate, and start the new version after it:",
    change,
  ]);
  const refused = await portolan("migrate", { ...env, LANG: "zh_CN.UTF-8" });
  expect(refused).toMatchObject({ status: 1, refused: true, text: expect.stringContaining(change) });
  expect(refused.text).toContain("请先停止所有节点");
  await db.query("DELETE FROM node WHERE id = 'former-node'");
  expect(await portolan("migrate", env)).toEqual({ status: 0, text: change.trim() });
});

it("a start without migration rights on an empty database names the command to run", async () => {
  const db = buildDatabase(await openPostgres(await createDatabase()));
  CLOSE.push(() => db.close());
  const started = startTestServer({ migrates: false, database: async () => ({ db, close: async () => undefined }) });
  await expect(started).rejects.toThrow(MigrationNeeded);
  await expect(started).rejects.toThrow("run portolan migrate");
  expect(await db.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
});
