import { execFile } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../server/core/actor.ts";
import { createCoreJobs } from "../../server/app/job-handlers.ts";
import { createHandlers, providerLanes } from "../../server/payments/job-handlers.ts";
import { createFolderStore } from "../../server/files/folder-store.ts";
import { computeBackoffMs, MAX_ATTEMPTS, Worker } from "../../server/jobs/worker.ts";
import { enqueue } from "../../server/jobs/queue.ts";
import { loadContext } from "../../server/lifecycle/facts.ts";
import { load } from "../../server/lifecycle/store.ts";
import { readTimeline } from "../../server/lifecycle/timeline.ts";
import { verifyAudit } from "../../server/audit/audit.ts";
import { verifyOrders } from "../../server/payments/monitor/verify.ts";
import { verifyLedger } from "../../server/payments/ledger/verify.ts";
import { createProviders, createStepHandlers } from "../../server/payments/sandbox/script-runner.ts";
import { SandboxClock } from "../../server/sandbox/clock.ts";
import { addWorkingDays } from "../../server/payments/rates/working-days.ts";
import { openSandbox, type Sandbox } from "../../server/payments/sandbox/open.ts";
import { computeTradingTime } from "../../server/payments/swap/trading-time.ts";
import { openOperator } from "../../server/sandbox/operator.ts";
import { parseDuration } from "../../server/sandbox/parse-duration.ts";
import { digestPassword, verifyDigest } from "../../server/session/password.ts";
import type { Database } from "../../server/store/database.ts";
import { buildLedgerSource } from "../../server/payments/ledger/projections.ts";
import { createRecordStore } from "../../server/store/records.ts";
import { createVocabulary } from "../../server/payments/vocabulary.ts";
import { createEmptyQuery } from "@portolan/engine";
import { temporaryFolder, withDatabase } from "./databases.ts";
import { moneyWorld, prepareMoney, schemas, testSeal, withdrawal, type World } from "./money-world.ts";
import { withDemo } from "./prepared.ts";

const DAY = 86_400_000;
const vocabulary = createVocabulary();
const ledgered = { data: schemas.data, sources: { ledger: buildLedgerSource } };

test("working days skip the weekend in China", () => {
  const friday = Date.parse("2026-11-20T10:00:00+08:00");
  expect(new Date(addWorkingDays(friday, 1)).toISOString()).toBe("2026-11-23T02:00:00.000Z");
  expect(new Date(addWorkingDays(friday, 2)).toISOString()).toBe("2026-11-24T02:00:00.000Z");
  // Late Friday in Greenwich is already Saturday in China.
  expect(new Date(addWorkingDays(Date.parse("2026-11-20T20:00:00Z"), 1)).toISOString()).toBe(
    "2026-11-22T20:00:00.000Z",
  );
});
test.each([
  ["2d", 2 * DAY],
  ["1d12h", 1.5 * DAY],
  ["90s", 90_000],
  ["", undefined],
  ["2", undefined],
  ["-1d", undefined],
  ["2 d", undefined],
])("parses or rejects the duration %j", (text, ms) => {
  if (ms === undefined) expect(() => parseDuration(text)).toThrow(RangeError);
  else expect(parseDuration(text)).toBe(ms);
});
test("retries back off exponentially up to fifteen minutes", () => {
  expect([0, 1, 2, 3].map(computeBackoffMs)).toEqual([1000, 2000, 4000, 8000]);
  expect(computeBackoffMs(19)).toBe(900_000);
});

withDemo("simulated bank", (open) => {
  let world: World;
  let maker: Actor;
  let checker: Actor;
  beforeAll(async () => {
    world = await moneyWorld(await open());
    [maker, checker] = [await world.actor("maker"), await world.actor("checker")];
    await world.deposit(maker.tenant, 100_000_000n);
  });
  /** Submits a payment, approves it, runs the bank's jobs, and returns the order. */
  const pay = async (amount: string) => {
    const id = String((await world.apply(maker, amount))["orderNo"]);
    await world.fire(id, "pass", checker);
    await world.worker.drain();
    const look = async () => (await load(world.db, withdrawal, maker.tenant, id))!;
    const later = async (ms: number) => {
      await world.clock.advance(ms);
      await world.worker.drain();
      return (await look()).status;
    };
    return { id, look, later, status: (await look()).status };
  };
  const events = async (id: string) =>
    (await readTimeline(world.db, withdrawal, maker.tenant, id)).map(({ event }) => event);

  test.each([
    ["2000.20", "AC04"],
    ["2000.21", "BE01"],
    ["2000.22", "RC01"],
  ])("%s is rejected with %s and the money is returned", async (amount, code) => {
    const before = await world.cny(maker.tenant);
    const { id, status, look } = await pay(amount);
    expect(status).toBe("failed");
    expect((await look()).data).toMatchObject({ reasonCode: code, bankText: expect.stringMatching(/^[A-Z ]+$/) });
    const [told] = await world.db.query<{ reason: string; money: Record<string, string> }>(
      "SELECT reason, money FROM notification WHERE order_id = $1",
      [id],
    );
    const [mail] = await world.db.query<{ body: string }>(
      "SELECT body FROM outbox WHERE body LIKE $1 AND target LIKE 'maker%'",
      [`%${id}%`],
    );
    expect([told!.reason, told!.money.en]).toEqual([
      code,
      expect.stringMatching(/^2,012\.2\d\sCNY is back in your available balance; no fee was charged\.$/),
    ]);
    expect(mail!.body.split("\n")).toEqual(expect.arrayContaining([told!.money.zh, told!.money.en]));
    expect(mail!.body).not.toContain(code);
    expect(await world.cny(maker.tenant)).toEqual(before);
  });
  test(".10 waits for a day on the clock", async () => {
    const { status, later } = await pay("2000.10");
    expect(status).toBe("waitingAsync");
    expect(await later(DAY / 2)).toBe("waitingAsync");
    expect(await later(DAY / 2)).toBe("done");
  });
  test(".30 is investigated for a working day", async () => {
    const { status, later, id } = await pay("2000.30");
    expect(status).toBe("investigating");
    expect(await later(4 * DAY)).toBe("done");
    expect(await events(id)).toEqual(["apply", "pass", "investigate", "cleared", "sent", "paid"]);
  });
  test(".50 is paid and returned two working days later", async () => {
    const before = await world.cny(maker.tenant);
    const { status, later, look } = await pay("2000.50");
    expect(status).toBe("done");
    expect(await later(5 * DAY)).toBe("failed");
    expect((await look()).data["reasonCode"]).toBe("MS03");
    expect((await world.cny(maker.tenant)).avail).toBe(before.avail - 1_200n - 1_500n);
    expect((await look()).data).toMatchObject({ charge: "15.00" });
  });
  /** Returns the requests to the bank for an order, and its events as the inbox stores them. */
  const readExchange = async (id: string) => ({
    requests: await world.db.query("SELECT port, state, attempts FROM provider_ask WHERE order_id = $1", [id]),
    events: await world.db.query(
      `SELECT event, provider_event.state, reason FROM provider_event JOIN provider_ask ON provider_ask.id = ask_id
        WHERE order_id = $1 ORDER BY received_at, provider_event.id`,
      [id],
    ),
  });
  test("is sent each request and delivers each event like a provider over HTTP", async () => {
    const { id, status } = await pay("2000.00");
    expect(status).toBe("done");
    expect(await readExchange(id)).toEqual({
      requests: [{ port: "payout", state: "accepted", attempts: 1 }],
      events: ["sent", "paid"].map((event) => ({ event, state: "done", reason: null })),
    });
  });
  test("an operator's earlier decision parks the rest of the script", async () => {
    const { id, later } = await pay("2000.10");
    await world.fire(id, "refused", { ...maker, by: "provider" }, { reason: "操作员" });
    expect(await later(2 * DAY)).toBe("failed");
    expect(await world.db.query("SELECT kind FROM job WHERE state = 'dead'")).toEqual([]);
    const { events: delivered } = await readExchange(id);
    expect(delivered.at(-1)).toEqual({ event: "paid", state: "parked", reason: "notNext" });
  });
  test("a script that an earlier release started is completed", async () => {
    const { id, later } = await pay("2000.10");
    await world.db.query("DELETE FROM provider_ask WHERE order_id = $1", [id]);
    const { version } = (await load(world.db, withdrawal, maker.tenant, id))!;
    const isOwn = [`%/${id}/%`];
    const [step] = await world.db.query<{ payload: { steps: unknown } }>(
      "SELECT payload FROM job WHERE state = 'open' AND payload ->> 'askId' LIKE $1",
      isOwn,
    );
    const earlier = { entity: "withdrawal", id, job: "bank.pay", version, steps: step!.payload.steps };
    await world.db.query("UPDATE job SET payload = $2 WHERE state = 'open' AND payload ->> 'askId' LIKE $1", [
      ...isOwn,
      JSON.stringify(earlier),
    ]);
    expect(await later(DAY)).toBe("done");
  });
  test("an order that nobody reviews is rescinded after thirty days", async () => {
    const order = await world.apply(maker, "2000.00");
    const other = await world.apply(maker, "2100.00");
    await world.fire(other["orderNo"], "cancel", maker);
    await world.clock.advance(31 * DAY);
    await world.worker.drain();
    const record = await load(world.db, withdrawal, maker.tenant, String(order["orderNo"]));
    expect(record?.status).toBe("rescinded");
    expect(await events(String(order["orderNo"]))).toEqual(["apply", "lapse"]);
    expect(await events(String(other["orderNo"]))).toEqual(["apply", "cancel"]);
    expect(await world.broken()).toEqual([]);
  });
});

withDatabase("worker", (open) => {
  test("fires the events of a simulated response at once, although another lane runs them", async () => {
    const db = await open();
    const world = await moneyWorld(db);
    let worker: Worker | undefined;
    const context = { ...world.context, notifyWorker: () => worker?.notify() };
    const providers = createProviders(db, context, "instant");
    const handlers = { ...createHandlers({ context, providers }), ...createStepHandlers(context) };
    // Polling is effectively disabled.
    worker = new Worker({ db, clock: world.clock, handlers, lanes: providerLanes, pollMs: 3_600_000 });
    worker.start();
    const [maker, checker] = [await world.actor("maker"), await world.actor("checker")];
    await world.deposit(maker.tenant, 100_000_000n);
    const id = String((await world.apply(maker, "2000.00"))["orderNo"]);
    await world.fire(id, "pass", checker, {}, context);
    await expect
      .poll(async () => (await load(db, withdrawal, maker.tenant, id))?.status, { timeout: 20_000 })
      .toBe("done");
    await worker.stop();
  });

  test("runs each job once across workers, retries failures, and gives up after the maximum", async () => {
    const db = await open();
    await prepareMoney(db);
    const clock = await SandboxClock.open(db);
    const seen: string[] = [];
    const told: boolean[] = [];
    const make = () =>
      new Worker({
        db,
        clock,
        pollMs: 20,
        onFailure: (_job, _error, dead) => told.push(dead),
        handlers: {
          work: async (job) => {
            seen.push(String(job.payload["n"]));
          },
          never: async () => {
            throw new Error("never");
          },
        },
      });
    const workers = [make(), make(), make()];
    for (const worker of workers) worker.start();
    await db.tx(async (tx) => {
      for (let n = 0; n < 30; n++)
        enqueue(tx, { kind: "work", dedupe: `n${n % 25}`, tenant: "1", runAt: clock.now(), payload: { n } });
      enqueue(tx, { kind: "never", dedupe: "never", tenant: "1", runAt: clock.now(), payload: {} });
      enqueue(tx, { kind: "unheard", dedupe: "unheard", tenant: "1", runAt: clock.now() + DAY, payload: {} });
      tx.afterCommit(() => workers.forEach((worker) => worker.notify()));
    });
    await expect
      .poll(async () => (await db.query("SELECT count(*) AS n FROM job WHERE state = 'done'"))[0]!.n, {
        timeout: 20_000,
      })
      .toBe("25");
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(seen.toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 25 }, (_, n) => String(n)));
    for (let n = 0; n < MAX_ATTEMPTS; n++) {
      await clock.advance(DAY / 50);
      await workers[0]!.drain();
    }
    expect((await db.query("SELECT state, attempts FROM job WHERE kind = 'never'"))[0]).toEqual({
      state: "dead",
      attempts: MAX_ATTEMPTS,
    });
    expect(told.filter(Boolean)).toHaveLength(1);
    expect((await db.query("SELECT state FROM job WHERE kind = 'unheard'"))[0]).toEqual({ state: "open" });
  });
});

withDatabase("sandbox", (open) => {
  let db: Database;
  let sandbox: Sandbox;
  let port: { port: number; close(): Promise<void> };
  const dataDir = temporaryFolder();
  const start = (password?: string) =>
    openSandbox({
      db,
      seal: testSeal,
      schemas: () => schemas,
      vocabulary,
      dataDir,
      files: createFolderStore(dataDir),
      speed: "instant",
      ...(password === undefined ? {} : { password }),
    });
  beforeAll(async () => {
    db = await open();
    await prepareMoney(db, schemas.entities);
    sandbox = await start();
    const context = { schemas, vocabulary, clock: sandbox.clock, seal: testSeal };
    port = await sandbox.operator(
      0,
      new Worker({
        db,
        clock: sandbox.clock,
        handlers: {
          ...createCoreJobs(context),
          ...createHandlers({ context, providers: sandbox.providers }),
          ...sandbox.handlers,
        },
      }),
    );
  });
  afterAll(() => port.close());

  const file = () => JSON.parse(readFileSync(join(dataDir, "sim.json"), "utf8")) as { port: number; token: string };
  const ask = async (
    verb: string,
    words: string[] = [],
    options: Record<string, string> = {},
    headers: Record<string, string> = {},
  ) => {
    const response = await fetch(`http://127.0.0.1:${file().port}/${verb}`, {
      method: "POST",
      headers: { authorization: `Bearer ${file().token}`, ...headers },
      body: JSON.stringify({ words, options }),
    });
    return { status: response.status, body: (await response.json()) as { result: any; error?: string } };
  };
  const check = async () => [
    ...(await verifyLedger(db)),
    ...(await verifyOrders(db, schemas)),
    ...(await verifyAudit(db)),
  ];

  test("starts with ninety days of history that satisfy every invariant", async () => {
    expect(await check()).toEqual([]);
    const statuses = await db.query(
      "SELECT status, count(*) AS n FROM e_withdrawal WHERE m = '100001' GROUP BY status ORDER BY status",
    );
    expect(statuses.map((row) => row.status)).toEqual(["done", "failed", "rescinded", "toBeReviewed", "waitingAsync"]);
    // Exchanges in the demo history were made during market hours.
    const swaps = await db.query<{ at: string }>(
      "SELECT at FROM order_event WHERE order_kind = 'swap' AND event = 'sure'",
    );
    expect(swaps.length).toBeGreaterThan(20);
    expect(
      swaps.filter(({ at }) => !computeTradingTime(Date.parse(at), { opens: "09:30", closes: "17:00" }).open),
    ).toEqual([]);
    const applications = await db.query("SELECT m, status FROM e_swap WHERE data->>'mode' = 'application'");
    for (const status of ["done", "failed", "rescinded", "toBeConfirmed", "waitingCredentials"])
      expect(applications).toContainEqual({ m: "100001", status });
    expect(applications).toContainEqual({ m: "100002", status: "toBeConfirmed" });
    const [{ n }] = (await db.query("SELECT count(*) AS n FROM ledger_posting")) as [{ n: string }];
    expect(Number(n)).toBeGreaterThan(3_000);
  });

  test("has demo users with their grants and a shared password", async () => {
    const users = await db.query(
      "SELECT u.username, u.login_hash, u.pay_hash, u.grants, m.user_status FROM portal_user u JOIN merchant m ON m.id = u.m ORDER BY u.id",
    );
    expect(users.map(({ username, user_status: status }) => [username, status])).toEqual([
      ["maker@demo.portolan", 1],
      ["checker@demo.portolan", 1],
      ["solo@demo.portolan", 1],
      ["new@demo.portolan", 4],
      ["review@demo.portolan", 0],
      ["failed@demo.portolan", -1],
    ]);
    expect(users.map(({ grants }) => grants.includes("withdrawal.review"))).toEqual([
      false,
      true,
      true,
      true,
      true,
      true,
    ]);
    for (const { grants } of users)
      expect(grants).toEqual(expect.arrayContaining(["withdrawal", "collectionAccount", "transactionInquiry"]));
    expect(await verifyDigest(users[0]!.login_hash, digestPassword("login", sandbox.password), "other")).toBe(true);
    expect(await verifyDigest(users[0]!.pay_hash, digestPassword("pay", sandbox.password), "other")).toBe(true);
    expect(statSync(join(dataDir, "sandbox-password")).mode & 0o777).toBe(0o600);
  });

  test("a second start changes nothing, or only the password", async () => {
    const [before] = await db.query("SELECT count(*) AS n FROM ledger_txn");
    expect((await start()).password).toBe(sandbox.password);
    expect((await start("a longer phrase")).password).toBe("a longer phrase");
    const [user] = await db.query("SELECT login_hash FROM portal_user WHERE username = 'maker@demo.portolan'");
    expect(await verifyDigest(user!.login_hash, digestPassword("login", "a longer phrase"), "other")).toBe(true);
    expect((await start()).password).toBe("a longer phrase");
    expect(await db.query("SELECT count(*) AS n FROM ledger_txn")).toEqual([before]);
  });

  test("the wallet equals withdrawable and unavailable, and its details can be paged, filtered, summed and exported", async () => {
    const wallets = await createRecordStore(db, ledgered).list(schemas.entity("wallet"), createEmptyQuery(), {
      tenant: "100001",
      totals: true,
    });
    expect(wallets.list.map((row) => row["currency"])).toEqual(["CNY", "EUR", "HKD", "JPY", "USD"]);
    expect(wallets.total).toBe(5);
    for (const row of wallets.list)
      expect(Number(row["balance"])).toBeCloseTo(Number(row["withdrawable"]) + Number(row["unavailable"]), 2);
    expect(String(wallets.list[3]!["balance"])).toMatch(/^\d+$/);
    const detail = schemas.entity("walletDetail");
    const query = {
      ...createEmptyQuery(),
      size: 50,
      filters: {
        account: { style: "is" as const, values: ["avail"], not: false },
        currency: { style: "is" as const, values: ["CNY"], not: false },
      },
    };
    const rows = [];
    let after;
    let total;
    do {
      const page = await createRecordStore(db, ledgered).list(detail, query, {
        tenant: "100001",
        ...(after ? { after } : {}),
        totals: true,
      });
      rows.push(...page.list);
      total = page.total;
      expect(page.sums?.["change"]?.["CNY"]).toBe(wallets.list[0]!["withdrawable"]);
      after = page.next;
    } while (after);
    expect(rows).toHaveLength(total!);
    expect(rows[0]!["balanceAfter"]).toBe(wallets.list[0]!["withdrawable"]);
    expect(rows[0]!["createdAt"]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const exported = [];
    for await (const batch of createRecordStore(db, ledgered).exportRows(detail, query, { tenant: "100001" }))
      exported.push(...batch);
    expect(exported).toEqual(rows);
    expect((await createRecordStore(db, ledgered).get(detail, "100001", String(rows[7]!["id"])))?.data).toEqual(
      rows[7],
    );
    expect(await createRecordStore(db, ledgered).get(detail, "100002", String(rows[7]!["id"]))).toBeUndefined();
  });

  test("the operator port rejects other callers and invalid commands", async () => {
    expect(statSync(join(dataDir, "sim.json")).mode & 0o777).toBe(0o600);
    expect((await ask("clock", ["show"], {}, { authorization: "Bearer wrong" })).status).toBe(401);
    expect((await ask("clock", ["show"], {}, { origin: "http://localhost:8080" })).status).toBe(403);
    expect((await ask("constructor")).status).toBe(404);
    expect((await ask("clock", ["advance", "-2d"])).status).toBe(400);
    expect((await ask("clock", ["set", "2020-01-01"])).body.error).toContain("forward only");
    expect((await ask("deposit", [], { mer: "nobody", ccy: "CNY", amount: "1.00" })).status).toBe(400);
    expect((await ask("deposit", [], { mer: "100001", ccy: "CNY", amount: "1.001" })).status).toBe(400);
    expect((await ask("order", ["WD0"], { event: "paid" })).status).toBe(400);
  });

  test("channel.set adds one valid, audited row from a given time, and edits no existing row [V6 V7 E10.1 E10.2 E10.3]", async () => {
    const now = sandbox.clock.now();
    const terms = async () =>
      (
        await db.query<{ data: Record<string, string> }>("SELECT data FROM e_channel WHERE m = '100002' ORDER BY id")
      ).map(({ data }) => data);
    const before = await terms();
    const set = (options: Record<string, string>) =>
      ask("channel.set", [], { mer: "100002", product: "withdrawal", currency: "CNY", ...options });
    const refused = async (options: Record<string, string>, at: string, code: string) => {
      const { status, body } = await set(options);
      expect([status, body]).toEqual([
        409,
        expect.objectContaining({ error: "invalid", errors: [expect.objectContaining({ at, code })] }),
      ]);
    };
    await refused({ singleMax: "1999.99" }, "/singleMax", "singleMaxNotUnderMin");
    await refused({ monthlyMax: "499999.99" }, "/monthlyMax", "monthlyNotUnderSingle");
    await refused(
      { currency: "CNX", singleMin: "1", singleMax: "2", monthlyMax: "3", singleFee: "0" },
      "/currency",
      "currency",
    );
    const wrongs: Record<string, string>[] = [
      { singleMaximum: "1" },
      { mer: "nobody" },
      { effectiveFrom: new Date(now - 1_000).toISOString() },
    ];
    for (const wrong of wrongs) expect((await set(wrong)).status).toBe(400);
    expect(await terms()).toEqual(before);

    const effectiveFrom = new Date(now + 3_600_000).toISOString();
    const { result } = (await set({ singleMax: "800000.00", singleFee: "8.00", effectiveFrom })).body;
    expect(result).toMatchObject({
      merchant: "100002",
      changed: ["singleMax", "singleFee"],
      row: {
        singleMin: "2000.00",
        singleMax: "800000.00",
        monthlyMax: "20000000.00",
        withdrawalRate: "0.001",
        effectiveFrom,
      },
    });
    const after = await terms();
    expect(after).toHaveLength(before.length + 1);
    expect(after).toEqual(expect.arrayContaining(before));
    expect((await set({ singleFee: "9.00", effectiveFrom })).body.error).toContain("already");
    expect(await db.query("SELECT actor, action, object, detail FROM audit WHERE action = 'channel.set'")).toEqual([
      {
        actor: "operator",
        action: "channel.set",
        object: `channel/${result.row.id}`,
        detail: { fields: ["singleMax", "singleFee"] },
      },
    ]);
    const feeAt = async (at: number) =>
      (await loadContext("channel", {
        db,
        schemas,
        vocabulary,
        clock: { now: () => at },
        actor: { tenant: "100002" },
        entity: schemas.entity("withdrawal"),
        record: {},
      }))!["singleFee"];
    expect([await feeAt(now), await feeAt(now + 3_599_999), await feeAt(now + 3_600_000)]).toEqual([
      "10.00",
      "10.00",
      "8.00",
    ]);
    expect(await check()).toEqual([]);
  });

  test("commands simulate deposits and order events, advance the clock, list messages and verify the ledger", async () => {
    const deposit = await ask("deposit", [], {
      mer: "solo@demo.portolan",
      ccy: "JPY",
      amount: "5000",
      remitter: "Sakura Shoji KK",
    });
    expect(deposit.body.result).toMatchObject({ currency: "JPY", withdrawable: "4500" });
    const [order] = await db.query("SELECT id FROM e_withdrawal WHERE m = '100001' AND status = 'waitingAsync'");
    expect((await ask("order", [order!.id], { event: "paid" })).body).toEqual({
      result: { order: order!.id, status: "done" },
    });
    expect((await ask("order", [order!.id], { event: "paid" })).body).toMatchObject({ error: "transition" });
    const moved = await ask("clock", ["advance", "31d"]);
    expect(moved.body.result.jobs).toBeGreaterThan(0);
    expect(await db.query("SELECT id FROM e_withdrawal WHERE status = 'toBeReviewed'")).toEqual([]);
    // Orders of several merchants expired in that month; the order of their messages depends on the worker.
    expect((await ask("outbox", [], { last: "20" })).body.result).toContainEqual(
      expect.objectContaining({ channel: "mail", target: "maker@demo.portolan" }),
    );
    expect((await ask("ledger", ["check"])).body.result).toMatchObject({ ok: true, findings: [] });
    expect((await SandboxClock.open(db)).ahead()).toBe(31 * DAY);
  });

  test("npm run sim sends commands to the operator port", async () => {
    const run = (...args: string[]) =>
      promisify(execFile)(process.execPath, ["--import", "tsx", "tools/sim.ts", ...args], {
        env: { ...process.env, DATA_DIR: dataDir },
      });
    expect(JSON.parse((await run("ledger", "check")).stdout)).toMatchObject({ ok: true });
    await expect(run("nonsense")).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining("clock advance"),
    });
    await expect(run("clock", "advance", "x")).rejects.toMatchObject({ code: 1 });
  });

  test("closing the operator port removes its file", async () => {
    const folder = temporaryFolder();
    const second = await openOperator(
      {
        desk: {
          db,
          clock: sandbox.clock,
          context: { schemas, vocabulary, clock: sandbox.clock },
          drain: async () => 0,
          reset: async () => undefined,
          seed: async () => false,
        },
        commands: {},
      },
      folder,
      0,
    );
    expect(existsSync(join(folder, "sim.json"))).toBe(true);
    await second.close();
    expect(existsSync(join(folder, "sim.json"))).toBe(false);
  });

  test("reset restores the initial demo data and clock", async () => {
    expect((await ask("reset")).body.result).toEqual({ reset: true });
    expect(sandbox.clock.ahead()).toBe(0);
    expect(
      await db.query("SELECT status FROM e_withdrawal WHERE m = '100001' AND status = 'toBeReviewed'"),
    ).toHaveLength(3);
    expect(await check()).toEqual([]);
  });
});
