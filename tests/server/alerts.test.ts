/** Alert rules evaluated on real measurements: each fires for its own cause, and no other does. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { parse } from "yaml";
import { formatDayInChina } from "../../src/payments/time.ts";
import { HOLIDAYS } from "../../server/payments/rates/holidays.ts";
import { readTradingTime } from "../../server/payments/swap/trading.ts";
import { createHttpPort } from "../../server/providers/http/provider.ts";
import { failures } from "../../src/contract/failures.ts";
import { TEMPLATE_SECRET } from "./provider-template.ts";
import { isFiring, parseScrape, type Scrapes } from "./prometheus.ts";
import { startTestServer, type TestServer } from "./server.ts";
import { openMarket } from "./swap-world.ts";

interface Rule {
  alert: string;
  expr: string;
}
const { groups } = parse(readFileSync(new URL("../../deploy/alerts/portolan.yml", import.meta.url), "utf8")) as {
  groups: { rules: Rule[] }[];
};
const rules = groups.flatMap((group) => group.rules);

const PAYOUT = createHttpPort("payout", { URL: "http://127.0.0.1:1", SECRET: TEMPLATE_SECRET });
let server: TestServer;
let ops: Awaited<ReturnType<TestServer["openOps"]>>;
let calm: Scrapes["now"];
const scrape = async () => parseScrape(await (await fetch(`${ops.address}/metrics`)).text());
const findFiring = async (before: Scrapes["before"]) => {
  const now = await scrape();
  return rules.filter(({ expr }) => isFiring(expr, { before, now })).map(({ alert }) => alert);
};
const sql = (text: string) => server.db.query(text);
/** Alters how the app's own database statements run until the test has observed the effect. */
async function withDatabase(change: Partial<TestServer["db"]>, work: () => Promise<void>): Promise<void> {
  const { services } = server.app;
  services.db = { ...server.db, ...change };
  await work().finally(() => (services.db = server.db));
}

beforeAll(async () => {
  // The bank for payouts has an address where nothing responds.
  const capabilities = async () => ({ jobs: ["bank.pay", "bank.resume", "remit.pay", "remit.resume"] });
  server = await startTestServer({
    engine: "postgres",
    providers: { payout: { ...PAYOUT, capabilities } },
    choices: { market: { by: "desk", settings: {} } },
  });
  ops = await server.openOps({ host: "127.0.0.1", port: 0 });
  await sql("DELETE FROM outbox");
  await sql("UPDATE rate SET valid_until = now() + interval '1 day'");
  await sql("INSERT INTO backup_drill (at, backup_at, ok, rpo_seconds, rto_seconds) VALUES (now(), now(), true, 1, 1)");
  await vi.waitFor(async () => expect(await sql("SELECT id FROM node")).toHaveLength(1), 15_000);
  calm = await scrape();
});
afterAll(async () => {
  await ops?.close();
  await server?.stop();
});

it("no alert fires on a healthy server, which exports at least twenty metrics", async () => {
  expect(await findFiring(calm)).toEqual([]);
  const text = await (await fetch(`${ops.address}/metrics`)).text();
  expect(new Set(text.match(/^# TYPE portolan_\w+/gm)).size).toBeGreaterThanOrEqual(20);
});

const JOB = "INSERT INTO job (id, kind, dedupe, m, state, run_at, lease_until, payload) VALUES";
const OLD = "'2026-01-01T00:00:00Z'";
/** Condition that triggers each alert, and how it is resolved. */
const STORED: [alert: string, begin: string, end: string][] = [
  [
    "PortolanBooksClosed",
    `INSERT INTO book_state (m, state, reason, since, proven_at) VALUES ('x', 'closed', 'operator', now(), now())`,
    "DELETE FROM book_state WHERE m = 'x'",
  ],
  [
    "PortolanBooksUnproven",
    `INSERT INTO book_state (m, state, since, proven_at) VALUES ('x', 'open', ${OLD}, ${OLD})`,
    "DELETE FROM book_state WHERE m = 'x'",
  ],
  [
    "PortolanJobsDead",
    `${JOB} ('x', 'bank.pay', 'x', '1', 'dead', ${OLD}, ${OLD}, '{}')`,
    "DELETE FROM job WHERE id = 'x'",
  ],
  [
    "PortolanJobsLate",
    `${JOB} ('x', 'bank.pay', 'x', '1', 'open', ${OLD}, ${OLD}, '{}')`,
    "DELETE FROM job WHERE id = 'x'",
  ],
  [
    "PortolanMailLate",
    "INSERT INTO outbox (m, id, channel, target, subject, body, at) VALUES ('', 'x', 'mail', 'a@b.example', '', '', now() - interval '6 minutes')",
    "DELETE FROM outbox",
  ],
  [
    "PortolanAsksUnknown",
    "INSERT INTO provider_ask (m, id, port, job, order_kind, order_id, version, state, attempts) VALUES ('1', 'x', 'payout', 'bank.pay', 'w', '1', 1, 'unknown', 1)",
    "DELETE FROM provider_ask",
  ],
  [
    "PortolanCallbacksParked",
    `INSERT INTO provider_event (port, id, m, event, state, received_at, body) VALUES ('payout', 'x', '1', 'paid', 'parked', ${OLD}, '')`,
    "DELETE FROM provider_event",
  ],
  [
    "PortolanDeskWaiting",
    `INSERT INTO desk_task (id, ask_id, port, job, m, order_kind, order_id, version, ask, state, created_at, changed_at) VALUES ('x', 'x', 'kyc', 'kyc.review', '1', 'o', '1', 1, '', 'open', ${OLD}, ${OLD})`,
    "DELETE FROM desk_task",
  ],
  [
    "PortolanProposalsWaiting",
    "INSERT INTO proposal (id, act, m, object, shows, body, body_hash, version, proposed_by, why, created_at, expires_at, state) VALUES ('x', 'a', '', 'o', '{}', '', '', '', 'anna', '', now(), now() + interval '1 day', 'open')",
    "DELETE FROM proposal",
  ],
  [
    "PortolanBankDifference",
    "INSERT INTO reconciliation (m, checked_on, currency, day, bank, ledger, waiting, difference, at) VALUES ('house', now(), 'USD', now(), 1, 3, 0, -2, now())",
    "DELETE FROM reconciliation",
  ],
  [
    "PortolanCasesOpen",
    `INSERT INTO e_case (m, id, status, version, schema_version, created_at, updated_at, data) VALUES ('house', 'x', 'open', 1, '1', ${OLD}, ${OLD}, '{}')`,
    "DELETE FROM e_case",
  ],
  [
    "PortolanBackupUnproven",
    "UPDATE backup_drill SET at = now() - interval '8 days'",
    "UPDATE backup_drill SET at = now()",
  ],
  ["PortolanRestoreNever", "UPDATE backup_drill SET ok = false", "UPDATE backup_drill SET ok = true"],
];

it.each(STORED)("%s fires alone and stops when the cause is gone", async (alert, begin, end) => {
  await sql(begin);
  expect(await findFiring(await scrape())).toEqual([alert]);
  await sql(end);
  expect(await findFiring(await scrape())).toEqual([]);
});

it("PortolanDatabaseDown, PortolanPoolWaiting and PortolanErrors fire on database trouble, and the readiness probe fails within two seconds", async () => {
  const before = await scrape();
  await withDatabase({ query: () => Promise.reject(new Error("gone")) }, async () => {
    const began = Date.now();
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
    expect(Date.now() - began).toBeLessThan(2_000);
    await fetch(`${server.url}/api/mer/login/send/email/code`, { method: "POST" });
    expect(await findFiring(before)).toContain("PortolanDatabaseDown");
  });
  await withDatabase({ pool: () => ({ used: 10, idle: 0, waiting: 3 }) }, async () => {
    expect(await findFiring(await scrape())).toEqual(["PortolanPoolWaiting"]);
  });
  const maker = await server.as("maker");
  const calmAgain = await scrape();
  const query = () => Promise.reject(new TypeError("a fault of the program"));
  await withDatabase({ query }, async () => {
    const { code } = await maker.call("GET /mer/gep/withdraw/page");
    expect(code).toBe(failures.systemException.code);
  });
  expect(await findFiring(calmAgain)).toEqual(["PortolanErrors"]);
});

it("PortolanNoWorker fires when no node runs jobs", async () => {
  // Another node that serves calls is still running.
  await sql(`UPDATE node SET seen_at = ${OLD}`);
  await sql("INSERT INTO node (id, version, schema, keys, role, seen_at) VALUES ('w', '1', 's', 'k0', 'web', now())");
  expect(await findFiring(await scrape())).toEqual(["PortolanNoWorker"]);
  await expect.poll(async () => findFiring(await scrape()), { timeout: 15_000 }).toEqual([]);
});

it("PortolanSlow fires when one call in twenty takes longer than a second", async () => {
  const before = await scrape();
  for (let call = 0; call < 2_000; call++) server.app.metrics.observe("withdrawalList", 2000, 20);
  expect(await findFiring(before)).toEqual([]);
  for (let call = 0; call < 150; call++) server.app.metrics.observe("withdrawalList", 2000, 2_000);
  expect(await findFiring(before)).toEqual(["PortolanSlow"]);
});

it("PortolanDown fires when Prometheus cannot scrape a node", async () => {
  const now = await scrape();
  for (const [up, firing] of [
    [1, []],
    [0, ["PortolanDown"]],
  ] as const) {
    const own = parseScrape(`up{job="portolan"} ${up}`);
    const scrapes = { before: now, now: [...now, ...own] };
    expect(rules.filter(({ expr }) => isFiring(expr, scrapes)).map(({ alert }) => alert)).toEqual(firing);
  }
});

it("PortolanProviderDown fires when calls to a bank keep failing", async () => {
  for (let failed = 0; failed < 5; failed++) await PAYOUT.query("x", AbortSignal.timeout(5_000)).catch(() => undefined);
  expect(await findFiring(await scrape())).toEqual(["PortolanProviderDown"]);
});

it("PortolanKeyMissing fires when a node rejects a call because it lacks a key", async () => {
  const before = await scrape();
  server.app.metrics.observe("withdrawalList", failures.keyUnknown.code, 1, "keyUnknown");
  expect(await findFiring(before)).toEqual(expect.arrayContaining(["PortolanKeyMissing"]));
});

it("PortolanRatesMissing fires when prices have expired, but only in trading hours", async () => {
  // Advancing the clock also ages the data of other rules.
  const isMissing = async () => (await findFiring(await scrape())).includes("PortolanRatesMissing");
  const { clock } = server.sandbox!;
  await sql("UPDATE rate SET valid_until = at");
  await openMarket(server);
  expect(await isMissing()).toBe(true);
  await clock.advance(readTradingTime(server.app.services).closesAt - clock.now());
  expect(await isMissing()).toBe(false);
  await openMarket(server);
  expect(await isMissing()).toBe(true);
  await sql("UPDATE rate SET valid_until = now() + interval '100 days'");
  expect(await isMissing()).toBe(false);
});

it("PortolanHolidaysUnknown fires while the holidays of a year are unknown", async () => {
  const year = formatDayInChina(server.clock.now()).slice(0, 4);
  const isUnknown = async () => (await findFiring(await scrape())).includes("PortolanHolidaysUnknown");
  const { [year]: known = [] } = HOLIDAYS;
  delete HOLIDAYS[year];
  expect(await isUnknown()).toBe(true);
  HOLIDAYS[year] = known;
  expect(await isUnknown()).toBe(false);
});

it("every alert rule is tested", () => {
  const seen = [
    ...STORED.map(([alert]) => alert),
    ...[
      "DatabaseDown",
      "PoolWaiting",
      "Errors",
      "NoWorker",
      "ProviderDown",
      "KeyMissing",
      "RatesMissing",
      "HolidaysUnknown",
      "Slow",
      "Down",
    ].map((one) => `Portolan${one}`),
  ];
  expect(seen.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
});
