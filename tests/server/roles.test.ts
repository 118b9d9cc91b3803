/** The server's PostgreSQL role: sufficient to run, but unable to alter tables or postings. */
import { randomBytes } from "node:crypto";
import { afterAll, expect, it } from "vitest";
import { runCommand } from "../../server/cli/run.ts";
import { MigrationNeeded } from "../../server/store/schema/migrate.ts";
import { buildDatabase } from "../../server/store/build-database.ts";
import { openPostgres } from "../../server/store/postgres/driver.ts";
import { createDatabase } from "./databases.ts";
import { testTools } from "./portolan.ts";
import { freshPlace } from "./prepared.ts";
import { startTestServer } from "./server.ts";
import { deposit } from "./swap-world.ts";

const CLOSE: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of CLOSE.toReversed()) await close();
});
const portolan = (args: string, env: Record<string, string>) => runCommand(args.split(" "), env, testTools);

it("the server's role can run it, but only the owner can alter tables, and postings cannot be modified", async () => {
  const { dataDir, databaseUrl = "", open } = await freshPlace("postgres");
  const role = `app_${randomBytes(4).toString("hex")}`;
  const owner = await open();
  await owner.query(`CREATE ROLE ${role} LOGIN`);
  const address = databaseUrl.replace("portolan@", `${role}@`);
  const env = { PORTOLAN_MODE: "sandbox", DATA_DIR: dataDir, DATABASE_URL: address, DATABASE_OWNER_URL: databaseUrl };
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
    text: "Nodes of another version serve (former-n). Replace them, then run portolan migrate once more.",
  });
  await db.query(`UPDATE schema_lock SET shape = CAST(CAST(shape AS jsonb) - $1 AS json) WHERE entity = '(base)'`, [
    "UPDATE outbox SET m = '' WHERE m IS NULL",
  ]);
  const change = "  UPDATE outbox SET m = '' WHERE m IS NULL";
  expect((await portolan("migrate --plan", env)).text.split("\n").slice(-2)).toEqual([
    "Not while nodes serve. Stop every node before portolan migrate, and start the new version after it:",
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
