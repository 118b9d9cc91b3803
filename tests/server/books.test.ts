/**
 * The monitor verifies the books while the server runs. A figure modified behind the ledger's back stops outgoing
 * money, and nothing else.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { enqueue } from "../../server/jobs/queue.ts";
import { prune } from "../../server/jobs/prune.ts";
import { readBalances } from "../../server/payments/ledger/balances.ts";
import { LedgerMonitor, type MonitorEvent } from "../../server/payments/monitor/ledger-monitor.ts";
import { verifyAll } from "../../server/payments/monitor/verify.ts";
import { operatorCommands, type PaymentOperatorContext } from "../../server/payments/sandbox/operator-commands.ts";
import { DatabaseError } from "../../server/store/database.ts";
import { READS } from "../../server/store/driver.ts";
import { readConfig } from "../../server/config/read.ts";
import type { Actor } from "../../server/core/actor.ts";
import { create } from "../../server/lifecycle/create.ts";
import { createVocabulary } from "../../server/payments/vocabulary.ts";
import type { Row } from "@portolan/engine";
import { openMarket, quote, SURE } from "./swap-world.ts";
import { type Client, startTestServer, type TestServer } from "./server.ts";

const M = "100001";
const APPLY = "POST /mer/gep/withdraw/apply";
const REVIEW = "POST /mer/gep/withdraw/reexamine";

describe("ledger verification", () => {
  let server: TestServer;
  let maker: Client;
  let checker: Client;
  let other: Client;
  let accountId: string;
  beforeAll(async () => {
    server = await startTestServer({ history: true });
    [maker, checker, other] = [await server.as("maker"), await server.as("checker"), await server.as("solo")];
    // The tests trigger each check themselves.
    await server.monitor.stop();
    accountId = (await maker.call("GET /mer/account/list")).map.list[0].id;
  });
  afterAll(() => server.stop());

  const apply = (amount: string, key?: string) => maker.confirmed(APPLY, { accountId, amount }, key);
  const sim = (verb: string, words: string[], options: Record<string, string> = {}) =>
    operatorCommands[verb]!.run(
      {
        db: server.db,
        clock: server.clock,
        context: server.app.services,
        monitor: server.monitor,
        drain: () => server.worker.drain(),
      } as unknown as PaymentOperatorContext,
      { words, options },
    );
  const falsify = (by: number) =>
    server.db.query(`UPDATE ledger_account SET balance = balance + $1 WHERE m = '${M}' AND id = 'avail:EUR'`, [by]);

  it("finds nothing wrong in ninety days of history while orders arrive [E13.7 E13.8]", async () => {
    let busy = true;
    const checks: unknown[] = [];
    const looking = (async () => {
      while (busy) checks.push(...(await server.monitor.check()));
    })();
    const responses = await Promise.all(Array.from({ length: 24 }, (_, n) => apply(`${2000 + n}.00`)));
    busy = false;
    await looking;
    expect(new Set(responses.map(({ code }) => code))).toEqual(new Set([2000]));
    expect(checks).toEqual([]);
  });

  it("stops outgoing money of a merchant whose books do not balance, keeps booking incoming money, and resumes when an operator reopens the books", async () => {
    const [waiting, passed, reviewed] = [
      (await apply("2100.00")).map.record.orderNo,
      (await apply("2101.00")).map.record.orderNo,
      (await apply("2103.00")).map.record.orderNo,
    ];
    expect((await checker.confirmed(REVIEW, { id: passed, event: "pass" })).code).toBe(2000);
    await falsify(1);
    expect(await server.monitor.check()).toEqual([
      expect.objectContaining({ rule: "I2 a balance is the sum of its postings", where: M }),
    ]);

    const key = randomUUID();
    const refused = await apply("2102.00", key);
    expect([refused.status, refused.code, refused.message]).toEqual([
      200,
      4141,
      "账务核对中，付款、换汇和卡消费暂停，收款照常入账。核对完成后即可继续。",
    ]);
    expect((await checker.confirmed(REVIEW, { id: reviewed, event: "pass" })).code).toBe(4141);
    expect((await maker.call("GET /mer/gep/withdraw/page")).code).toBe(2000);
    const status = async (orderNo: string) =>
      (await maker.call("GET /mer/gep/withdraw/detail", { orderNo })).map.record.status;
    expect(await status(reviewed)).toBe("toBeReviewed");

    // The bank is not called; the job stays open and uses up no attempt.
    await server.worker.drain();
    expect(await status(passed)).toBe("processing");
    expect(
      await server.db.query(
        "SELECT kind, state, attempts FROM job WHERE state <> 'done' AND json_extract_path_text(payload, 'id') = $1 AND kind <> 'lifecycle.clock'",
        [passed],
      ),
    ).toEqual([{ kind: "bank.pay", state: "open", attempts: 0 }]);

    // Released and received money is still posted, and other merchants are not affected.
    expect((await maker.confirmed("POST /mer/own/withdrawal/cancel", { id: waiting, event: "cancel" })).code).toBe(
      2000,
    );
    const before = (await readBalances(server.db, M)).get("USD")!;
    await sim("deposit", [], { mer: M, ccy: "USD", amount: "700.00" });
    const after = (await readBalances(server.db, M)).get("USD")!;
    expect(after.avail + after.in - before.avail - before.in).toBeGreaterThan(69_000n);
    const [payee] = (await other.call("GET /mer/account/list")).map.list;
    expect((await other.confirmed(APPLY, { accountId: payee.id, amount: "2000.00" })).code).toBe(2000);

    await expect(sim("books", ["open", M], { reason: "mended" })).rejects.toThrow("I2");
    await falsify(-1);
    expect(await server.monitor.check()).toEqual([]);
    // Clean books stay blocked until an operator releases them. A refusal is not stored, so the same key can be used
    // again.
    expect((await apply("2102.00", key)).code).toBe(4141);
    expect(await sim("books", ["show"])).toContainEqual(
      expect.objectContaining({
        m: M,
        state: "closed",
        reason: "finding",
        findings: [expect.objectContaining({ where: M })],
      }),
    );
    expect(await sim("books", ["open", M], { reason: "mended" })).toEqual({ merchant: M, opened: true });
    expect((await apply("2102.00", key)).code).toBe(2000);
    await server.sandbox!.clock.advance(120_000);
    await server.worker.drain();
    expect(await status(passed)).toBe("done");
    expect(await verifyAll(server.db, server.schemas)).toEqual([]);
    expect(await server.db.query("SELECT detail FROM audit WHERE m = $1 AND action = 'books.open'", [M])).toEqual([
      { detail: { reason: "mended" } },
    ]);
  });

  it("closes books that were not verified in time, with or without a running check, and does not reopen them by verification alone", async () => {
    const minute = 60_000;
    let at = Date.now();
    let dies = true;
    const news: string[] = [];
    const query = (async (sql: string, params?: unknown[]) => {
      if (dies && sql.includes("FROM ledger_account a") && params?.[0] === M)
        throw new DatabaseError("canceling statement due to lock timeout", "55P03");
      return server.db.query(sql, params);
    }) as typeof server.db.query;
    const books = new LedgerMonitor({
      db: { ...server.db, query },
      schemas: () => server.schemas,
      onEvent: (one) => news.push(`${one.what} ${one.tenant}`),
      now: () => at,
    });
    expect(await server.monitor.check()).toEqual([]);
    await server.db.query("DELETE FROM schema_lease WHERE name = 'books'");
    for (let passed = 0; passed <= 64; passed += 4, at += 4 * minute) await books.tick();
    expect(new Set(news)).toEqual(new Set([`failed ${M}`, `unproven ${M}`, `closed ${M}`]));
    expect(news.filter((one) => one.startsWith("unproven"))).toHaveLength(1);
    expect((await apply("2104.00")).code).toBe(4141);
    dies = false;
    expect(await books.check()).toEqual([]);
    expect((await apply("2104.00")).code).toBe(4141);
    expect(await server.monitor.open(M, "the check ran again")).toBe(true);
    expect((await apply("2104.00")).code).toBe(2000);

    // Even without a monitor, the payment itself refuses an expired verification.
    await server.db.query("UPDATE book_state SET proven_at = $2 WHERE m = $1", [
      M,
      new Date(Date.now() - 61 * minute).toISOString(),
    ]);
    expect((await apply("2105.00")).code).toBe(4141);
    expect(await server.monitor.check()).toEqual([]);
    expect((await apply("2105.00")).code).toBe(2000);
  });

  it("runs on one server at a time, and another server takes over when it stops", async () => {
    let at = Date.now();
    const proofs: string[] = [];
    const node = (name: string) => {
      const query = (async (sql: string, params?: unknown[]) => {
        if (sql.includes("ledger_posting") && !sql.includes("min(m)")) proofs.push(name);
        return server.db.query(sql, params);
      }) as typeof server.db.query;
      return new LedgerMonitor({
        db: { ...server.db, query },
        schemas: () => server.schemas,
        onEvent: () => {},
        now: () => at,
      });
    };
    await server.db.query("DELETE FROM schema_lease WHERE name = 'books'");
    const [first, second] = [node("first"), node("second")];
    at += 6 * 60_000;
    await Promise.all([first.tick(), second.tick()]);
    expect(new Set(proofs).size).toBe(1);
    // A recent verification is not due again.
    const count = proofs.length;
    await Promise.all([first.tick(), second.tick()]);
    expect(proofs).toHaveLength(count);
    // The server that held the lease is gone.
    at += 6 * 60_000;
    await server.db.query("UPDATE schema_lease SET until = $1 WHERE name = 'books'", [new Date(0).toISOString()]);
    await (proofs[0] === "first" ? second : first).tick();
    expect(new Set(proofs)).toEqual(new Set(["first", "second"]));
    await server.db.query("DELETE FROM schema_lease WHERE name = 'books'");
    expect(await server.monitor.check()).toEqual([]);
  });

  it("sees changes made before it was requested, even while another check runs", async () => {
    // A check reads a single snapshot, in which concurrent changes are not visible.
    const before = new Map<string, unknown>();
    let reads: "now" | "before" = "now";
    const query = async (sql: string, params: unknown[] = []) => {
      const key = JSON.stringify([sql, params]);
      if (reads === "before" && READS.test(sql)) return before.get(key) ?? [];
      const rows = await server.db.query(sql, params);
      before.set(key, rows);
      return rows;
    };
    const books = new LedgerMonitor({
      db: { ...server.db, query: query as typeof server.db.query },
      schemas: () => server.schemas,
      onEvent: () => {},
    });
    expect(await books.check()).toEqual([]);
    await falsify(3);
    reads = "before";
    const earlier = books.check();
    void earlier.then(() => {
      reads = "now";
    });
    const asked = [books.check(), books.check()];
    expect(await earlier).toEqual([]);
    for (const found of await Promise.all(asked)) expect(found).toEqual([expect.objectContaining({ where: M })]);
    await falsify(-3);
    expect(await books.check()).toEqual([]);
    expect(await books.open(M, "mended")).toBe(true);
  });

  it("runs periodically and reports each time books are closed or opened", async () => {
    const said: MonitorEvent[] = [];
    const books = new LedgerMonitor({
      db: server.db,
      schemas: () => server.schemas,
      onEvent: (news) => said.push(news),
      firstMs: 5,
      everyMs: 5,
    });
    await server.db.query("DELETE FROM schema_lease WHERE name = 'books'");
    books.start();
    try {
      await falsify(5);
      await expect
        .poll(() => said)
        .toEqual([expect.objectContaining({ what: "closed", tenant: M, reason: "finding" })]);
      await falsify(-5);
      expect(await books.open(M, "mended")).toBe(true);
    } finally {
      await books.stop();
    }
    expect(said.at(-1)).toEqual({ what: "opened", tenant: M, reason: "mended" });
  });

  it("stops remittances, transfers, swaps and card recharges when books do not balance", async () => {
    await openMarket(server);
    const [last] = await server.db.query<{ data: Record<string, unknown> }>(
      `SELECT data FROM e_remittance WHERE m = '${M}' AND status = 'done' AND f_currency = 'USD' ORDER BY created_at DESC LIMIT 1`,
    );
    const { payerId, payeeId, currency, feeBearing, purpose, contractNo } = last!.data;
    const { list } = (await maker.call("GET /mer/gep/VCCmanagement/cardManagement", { size: 50, status: "usable" }))
      .map;
    const { quoteId } = (await quote(maker, { sellCurrency: "USD", buyCurrency: "CNY", sellAmount: "100" })).map;
    const orders: [call: string, body: Row][] = [
      [
        "POST /mer/gep/remittance/apply",
        { payerId, payeeId, currency, feeBearing, purpose, contractNo, amount: "100.00" },
      ],
      [
        "POST /mer/transfer/save",
        { kind: "merchant", payee: "100002", currency: "CNY", amount: "100.00", purpose: "office", postscript: "分成" },
      ],
      [SURE, { quoteId }],
      ["GET /mer/gep/VCCmanagement/cardRecharge", { cardId: list[0].id, amount: "100.00" }],
    ];
    const ask = async () => {
      const codes: [call: string, code: number][] = [];
      for (const [call, body] of orders) codes.push([call, (await maker.confirmed(call, body)).code]);
      return codes;
    };
    await falsify(1);
    await server.monitor.check();
    expect(await ask()).toEqual(orders.map(([call]) => [call, 4141]));
    await falsify(-1);
    expect(await server.monitor.open(M, "mended")).toBe(true);
    expect(await ask()).toEqual(orders.map(([call]) => [call, 2000]));
  });

  it("retries with a longer timeout after a statement timeout, but not after other errors", async () => {
    let code = "57014";
    let failed = 0;
    const slow: unknown[] = [];
    const query = (async (sql: string, params?: unknown[]) => {
      if (sql.includes("FROM ledger_account a") && params?.[0] === M && ++failed === 1)
        throw new DatabaseError("canceling statement due to statement timeout", code);
      return server.db.query(sql, params);
    }) as typeof server.db.query;
    const tx = ((work, options) => {
      if (options?.statementMs) slow.push(options.statementMs);
      return server.db.tx(work, options);
    }) as typeof server.db.tx;
    const check = () =>
      new LedgerMonitor({
        db: { ...server.db, query, tx },
        schemas: () => server.schemas,
        onEvent: () => {},
      }).check();
    expect(await check()).toEqual([]);
    expect([failed > 0, slow]).toEqual([true, [600_000]]);
    [code, failed] = ["55P03", 0];
    await expect(check()).rejects.toThrow("canceling statement");
    expect(slow).toHaveLength(1);
  });

  it("refuses payments once the configured validity of the last verification has expired", async () => {
    const { booksCloseMs } = readConfig({ BOOKS_CLOSE_MINUTES: "20" });
    const context = { ...server.app.services, vocabulary: createVocabulary({ booksCloseMs }), proved: "pay" as const };
    const [user] = await server.db.query("SELECT id, username, grants FROM portal_user WHERE username LIKE 'maker@%'");
    const actor: Actor = {
      by: "merchant",
      tenant: M,
      userId: user!.id,
      username: user!.username,
      grants: new Set<string>(user!.grants),
      userStatus: 1,
      lang: "zh",
      traceId: "test",
    };
    const pay = () =>
      server.db.tx((tx) =>
        create(
          tx,
          { entity: server.schemas.entity("withdrawal"), input: { accountId, amount: "2106.00" }, actor },
          context,
        ),
      );
    const prove = (minutes: number) =>
      server.db.query("UPDATE book_state SET proven_at = $2 WHERE m = $1", [
        M,
        new Date(Date.now() - minutes * 60_000).toISOString(),
      ]);
    await prove(21);
    await expect(pay()).rejects.toMatchObject({ failure: "moneyStopped" });
    await prove(19);
    expect(await pay()).toMatchObject({ amount: "2106.00" });
    expect(await server.monitor.check()).toEqual([]);
  });

  it.each<[string, string, string]>([
    ["an event out of order", `UPDATE order_event SET "from" = 'done' WHERE event = 'sent'`, "I6"],
    ["an event that no lifecycle defines", "UPDATE order_event SET event = 'vanish' WHERE event = 'sent'", "I6"],
    ["a status that no event leads to", "UPDATE e_withdrawal SET status = 'failed' WHERE status = 'done'", "I6"],
    [
      "a finished order that still holds money",
      "UPDATE e_withdrawal SET status = 'rescinded' WHERE status = 'toBeReviewed'",
      "I3",
    ],
    [
      "a wrong balance after a posting",
      "UPDATE ledger_posting SET balance_after = balance_after + 1 WHERE seq = 1",
      "I2",
    ],
    ["a limit counter above the sum of its orders", "UPDATE limit_counter SET used = used + 1", "I9"],
    [
      "a card balance that differs from its ledger account",
      "UPDATE ledger_account SET balance = balance + 1 WHERE name = 'card'",
      "I11",
    ],
    ["an audit row with a changed address", "UPDATE audit SET ip = '203.0.113.9' WHERE seq = 2", "I10"],
    ["an audit row with changed details", `UPDATE audit SET detail = '{"from":null}' WHERE seq = 2`, "I10"],
    ["a removed audit row", "DELETE FROM audit WHERE seq = 2", "I10"],
    ["an audit row with a changed actor", "UPDATE audit SET actor = 'nobody' WHERE seq = 2", "I10"],
    [
      "an added audit row",
      "INSERT INTO audit (m, seq, at, actor, action, object, detail, prev_hash, hash) SELECT m, seq + 1, at, actor, action, object, detail, hash, hash FROM audit WHERE seq = (SELECT max(seq) FROM audit)",
      "I10",
    ],
  ])("detects %s", async (_what, sql, rule) => {
    class Undo extends Error {}
    const found: string[] = [];
    await server.db
      .tx(async (tx) => {
        await tx.query(sql);
        found.push(...(await verifyAll(tx, server.schemas)).map((finding) => finding.rule.split(" ")[0]!));
        throw new Undo();
      })
      .catch((error: unknown) => {
        if (!(error instanceof Undo)) throw error;
      });
    expect(new Set(found)).toContain(rule);
  });
  it("passes again after each of these changes was rolled back", async () => {
    expect(await verifyAll(server.db, server.schemas)).toEqual([]);
  });

  it("deletes finished jobs after a week of the product's clock and keeps open and dead ones", async () => {
    const now = server.clock.now();
    const day = 86_400_000;
    const old = async (state: string, days: number) => {
      await server.db.tx(async (tx) =>
        enqueue(tx, {
          kind: "test",
          dedupe: randomUUID(),
          tenant: "1",
          runAt: now - days * day,
          payload: { state, days },
        }),
      );
      await server.db.query("UPDATE job SET state = $1 WHERE kind = 'test' AND state = 'open' AND run_at < $2", [
        state,
        new Date(now - 1000).toISOString(),
      ]);
    };
    for (const [state, days] of [
      ["done", 8],
      ["done", 6],
      ["dead", 400],
      ["open", 400],
    ] as const)
      await old(state, days);
    expect(await prune(server.db, now)).toBeGreaterThanOrEqual(1);
    const left = await server.db.query(
      "SELECT state, json_extract_path_text(payload, 'days') AS days FROM job WHERE kind = 'test' ORDER BY run_at DESC, state",
    );
    expect(left).toEqual([
      { state: "done", days: "6" },
      { state: "dead", days: "400" },
      { state: "open", days: "400" },
    ]);
  });
});
