/**
 * Tables that can be distributed over partitions or nodes: each has a placement, every unique key of a tenant's table
 * starts with the tenant, and the statements of a call read rows of one tenant in one place. PostgreSQL's own
 * partitions stand in for a cluster: a statement that would visit several nodes visits several partitions.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { paymentPlacements } from "../../server/payments/product.ts";
import type { Driver, Params } from "../../server/store/driver.ts";
import { readPartitions, readTables, type StoredTable } from "../../server/store/distribution/catalogue.ts";
import { findPlacement } from "../../server/store/distribution/placement.ts";
import { planDistribution } from "../../server/store/distribution/plan.ts";
import { distributeNewTables, distributeTables } from "../../server/store/distribution/distribute.ts";
import type { Database } from "../../server/store/database.ts";
import { prepared } from "./prepared.ts";
import { startTestServer, type Client, type TestServer } from "./server.ts";
import { deposit } from "./swap-world.ts";

const PARTS = 4;
const listTenantTables = (tables: readonly StoredTable[]): StoredTable[] =>
  tables.filter(({ name }) => findPlacement(paymentPlacements, name) === "tenant");

describe("placement of tables", () => {
  let tables: StoredTable[];
  let close: () => Promise<void>;
  beforeAll(async () => {
    const fresh = await prepared("pglite", false);
    tables = await readTables(fresh.db);
    close = fresh.close;
  });
  afterAll(() => close());

  it("covers exactly the existing tables", () => {
    const names = tables.map(({ name }) => name);
    for (const name of names) expect(() => findPlacement(paymentPlacements, name)).not.toThrow();
    expect(Object.keys(paymentPlacements).filter((name) => !names.includes(name))).toEqual([]);
    expect(listTenantTables(tables).length).toBeGreaterThan(40);
  });

  it("puts the tenant first in each unique key, in one collation, before distributing a table on Citus", () => {
    const plans = planDistribution(tables, paymentPlacements, { by: "citus" });
    expect(plans.find(({ table }) => table === "job")?.statements).toEqual([
      "ALTER TABLE job DROP CONSTRAINT job_dedupe_key",
      "ALTER TABLE job DROP CONSTRAINT job_pkey",
      'ALTER TABLE job ALTER COLUMN m TYPE text COLLATE "C"',
      "ALTER TABLE job ADD CONSTRAINT job_dedupe_key UNIQUE (m, dedupe)",
      "ALTER TABLE job ADD CONSTRAINT job_pkey PRIMARY KEY (m, id)",
      "SELECT create_distributed_table('job', 'm')",
    ]);
    for (const { name, indexes, collation } of listTenantTables(tables)) {
      const { statements = [] } = plans.find(({ table }) => table === name) ?? {};
      for (const index of indexes.filter(({ isUnique, columns }) => isUnique && columns[0] !== "m"))
        expect(statements.join("\n"), index.name).toMatch(new RegExp(`ADD CONSTRAINT ${index.name} .*\\(m, `));
      expect(collation === "C" || statements.some((sql) => sql.endsWith('COLLATE "C"')), name).toBe(true);
      expect(statements.at(-1)).toBe(`SELECT create_distributed_table('${name}', 'm')`);
    }
    expect(plans.find(({ table }) => table === "portal_user")?.statements).toEqual([
      "SELECT create_reference_table('portal_user')",
    ]);
    expect(plans.some(({ table }) => table === "schema_lock")).toBe(false);
  });
});

/**
 * Statements across all tenants, issued by workers, the leading node and the house. No call of a merchant issues them.
 */
const ACROSS: readonly RegExp[] = [
  /^SELECT DISTINCT kind FROM job /,
  /^SELECT id, m FROM job /,
  /^SELECT m FROM job /,
  // The simulated bank looks up its script by the request alone.
  /^SELECT 1 FROM job WHERE dedupe = /,
  // Both sides of a transfer between merchants.
  / FROM ledger_posting WHERE txn_m = \$1 AND (m <> txn_m|txn_id = \$2)/,
  /^SELECT min\(m\) AS m FROM /,
];

describe("a partitioned database", () => {
  const seen = new Map<string, Params>();
  const watch = (driver: Driver): Driver => ({
    ...driver,
    run: (sql, params) => (seen.set(sql, params), driver.run(sql, params)),
    begin: async (options) => {
      const connection = await driver.begin(options);
      return { ...connection, run: (sql, params) => (seen.set(sql, params), connection.run(sql, params)) };
    },
  });
  let server: TestServer;
  let db: Database;
  let maker: Client;
  beforeAll(async () => {
    server = await startTestServer({
      database: async () => {
        const fresh = await prepared("postgres", false, watch);
        await distributeTables(fresh.db, paymentPlacements, { by: "partitions", parts: PARTS });
        return fresh;
      },
    });
    db = server.db;
    seen.clear();
    maker = await server.as("maker");
  });
  afterAll(() => server.stop());

  it("is distributed once, and its tables keep keys, rows and grants", async () => {
    expect(await readPartitions(db)).toBe(PARTS);
    expect(await distributeNewTables(db, paymentPlacements)).toEqual([]);
    await expect(distributeTables(db, paymentPlacements, { by: "citus" })).rejects.toThrow("The database has no Citus");
    await db.query("CREATE TABLE stray (m text NOT NULL)");
    const spread = distributeTables(db, paymentPlacements, { by: "partitions", parts: PARTS });
    await expect(spread).rejects.toThrow("the table stray has no placement");
    await db.query("DROP TABLE stray");
    const tables = await readTables(db);
    expect(listTenantTables(tables).every(({ isPartitioned }) => isPartitioned)).toBe(true);
    for (const { name, indexes } of listTenantTables(tables))
      for (const { isUnique, columns } of indexes) if (isUnique) expect([name, columns[0]]).toEqual([name, "m"]);
    expect(
      Number((await db.query("SELECT count(*) AS n FROM e_bank_account WHERE m = '100001'"))[0]?.["n"]),
    ).toBeGreaterThan(0);
  });

  it("serves the calls of a merchant, and names a duplicate value", async () => {
    await deposit(server, "100001", "CNY", "90000");
    for (const { calls } of server.schemas.entities.values())
      for (const [name, { path }] of Object.entries(calls))
        if (name === "list") await maker.call(`GET ${path}`, { size: 5, totals: 1 });
        else if (name === "detail") await maker.call(`GET ${path}`, { id: "none" });
    const accountId = (await maker.call("GET /mer/account/list")).map.list[0].id;
    const order = await maker.confirmed("POST /mer/gep/withdraw/apply", { accountId, amount: "2400.00" });
    expect(order.code).toBe(2000);
    const orderNo = order.map.record.orderNo as string;
    const checker = await server.as("checker");
    expect((await checker.confirmed("POST /mer/gep/withdraw/reexamine", { id: orderNo, event: "pass" })).code).toBe(
      2000,
    );
    const transfer = { kind: "merchant", payee: "100002", currency: "CNY", amount: "2500.00", purpose: "office" };
    expect((await maker.confirmed("POST /mer/transfer/save", transfer)).code).toBe(2000);
    expect(await server.worker.drain()).toBeGreaterThan(0);
    expect((await maker.call("GET /mer/gep/withdraw/detail", { id: orderNo })).map.record.status).toBe("done");
    // Both merchants of the transfer read their own side of it.
    for (const reader of [maker, await server.as("solo")])
      for (const { calls, source } of server.schemas.entities.values())
        if (source === "ledger" && calls["list"]) await reader.call(`GET ${calls["list"].path}`, { totals: 1 });
    const [stored] = await db.query("SELECT data FROM e_bank_account WHERE m = '100001'");
    const taken = await maker.call("POST /mer/account/save", stored?.["data"]);
    expect(taken.map.errors).toContainEqual(expect.objectContaining({ at: "/account", code: "unique" }));
  });

  it("reads and changes a tenant's rows in a single partition", async () => {
    const statements = [...seen].filter(
      ([sql]) => /^\s*(select|update|delete)\b/i.test(sql) && !ACROSS.some((across) => across.test(sql)),
    );
    expect(statements.length).toBeGreaterThan(60);
    const wide: string[] = [];
    for (const [sql, params] of statements) {
      const parts = await listParts(db, sql, params);
      if (parts.size > 1) wide.push(`${parts.size}: ${sql}`);
    }
    expect(wide).toEqual([]);
  }, 120_000);

  it("resolves conflicts by keys that start with the tenant", () => {
    const targets = [...seen.keys()].flatMap((sql) => {
      const [, table = "", columns] = /^INSERT INTO (\w+) .* ON CONFLICT \(([^)]*)\)/s.exec(sql) ?? [];
      return columns === undefined || findPlacement(paymentPlacements, table) !== "tenant" ? [] : [[table, columns]];
    });
    expect(targets.length).toBeGreaterThan(3);
    expect(targets.filter(([, columns]) => !columns?.startsWith("m"))).toEqual([]);
  });
});

/** Returns the numbers of the partitions that a statement visits. Its changes are rolled back. */
async function listParts(db: Database, sql: string, params: Params): Promise<ReadonlySet<string>> {
  class Undo extends Error {}
  let plan = "";
  await db
    .tx(async (tx) => {
      plan = JSON.stringify(await tx.query(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${sql}`, params));
      throw new Undo();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error;
    });
  const visited = new Set<string>();
  const walk = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const { "Relation Name": relation, "Actual Loops": loops } = node as Record<string, unknown>;
    const [, part] = /_p(\d+)$/.exec(String(relation)) ?? [];
    if (part !== undefined && Number(loops) > 0) visited.add(part);
    Object.values(node).forEach(walk);
  };
  walk(JSON.parse(plan));
  return visited;
}
