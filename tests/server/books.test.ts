/** The books are looked through while the server runs: a figure that somebody changed behind the ledger stops money, and nothing else. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { enqueue } from "../../server/jobs/queue.ts";
import { prune } from "../../server/jobs/prune.ts";
import { Books } from "../../server/lifecycle/books.ts";
import { verifyAll } from "../../server/lifecycle/verify.ts";
import type { Finding } from "../../server/ledger/verify.ts";
import { type Client, startTestServer, type TestServer } from "./server.ts";

const APPLY = "POST /mer/gep/withdraw/apply";
const REVIEW = "POST /mer/gep/withdraw/reexamine";

describe.each(["pglite", "postgres"] as const)("the books on %s", (engine) => {
  let server: TestServer;
  let maker: Client;
  let checker: Client;
  let accountId: string;
  beforeAll(async () => {
    server = await startTestServer({ engine, history: true });
    [maker, checker] = [await server.as("maker"), await server.as("checker")];
    accountId = (await maker.call("GET /mer/account/list")).map.list[0].id;
  });
  afterAll(() => server.stop());

  const apply = (amount: string, key?: string) => maker.confirmed(APPLY, { accountId, amount }, key);
  const falsify = (by: number) => server.db.query("UPDATE ledger_account SET balance = balance + $1 WHERE m = '100001' AND id = 'avail:CNY'", [by]);

  it("hold with ninety days of history, while orders come in [E13.7 E13.8]", async () => {
    let busy = true;
    const checks: unknown[] = [];
    const looking = (async () => {
      while (busy) checks.push(...(await server.books.check()));
    })();
    const answers = await Promise.all(Array.from({ length: 24 }, (_, n) => apply(`${2000 + n}.00`)));
    busy = false;
    await looking;
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([2000]));
    expect(checks).toEqual([]);
  });

  it("that do not hold stop payments, reviews' money and the bank, with words for it; all goes on when they hold again", async () => {
    const waiting = (await apply("2100.00")).map.record.orderNo;
    const passed = (await apply("2101.00")).map.record.orderNo;
    expect((await checker.confirmed(REVIEW, { id: passed, event: "pass" })).code).toBe(2000);
    await falsify(1);
    expect(await server.books.check()).toEqual([expect.objectContaining({ rule: "I2 a balance is the sum of its postings", where: "100001" })]);

    const key = randomUUID();
    const refused = await apply("2102.00", key);
    expect([refused.status, refused.code, refused.message]).toEqual([200, 4141, "账务核对中，资金操作暂停，请稍后再试。"]);
    expect((await maker.confirmed("POST /mer/own/withdrawal/cancel", { id: waiting, event: "cancel" })).code).toBe(4141);
    expect((await maker.call("GET /mer/gep/withdraw/page")).code).toBe(2000);
    await server.worker.drain();
    const status = async () => (await maker.call("GET /mer/gep/withdraw/detail", { orderNo: passed })).map.record.status;
    // The bank sent it, which moves nothing; what would book the payment waits, without using up a try.
    expect(await status()).toBe("waitingAsync");
    expect(await server.db.query("SELECT kind, state, attempts FROM job WHERE state <> 'done' AND kind = 'sandbox.step' AND json_extract_path_text(payload, 'id') = $1", [passed]))
      .toEqual([{ kind: "sandbox.step", state: "open", attempts: 0 }]);

    await falsify(-1);
    expect(await server.books.check()).toEqual([]);
    // A refusal is not kept: the same key may be used again.
    expect((await apply("2102.00", key)).code).toBe(2000);
    await server.sandbox!.clock.advance(120_000);
    await server.worker.drain();
    expect(await status()).toBe("done");
    expect(await verifyAll(server.db, server.schemas)).toEqual([]);
  });

  it("are seen as they are when somebody asks, whatever look is under way", async () => {
    // A look that is answered as the books were before: what it reads does not change under it.
    const before = new Map<string, unknown>();
    let reads: "now" | "before" = "now";
    const query = async (sql: string, params: unknown[] = []) => {
      const key = JSON.stringify([sql, params]);
      if (reads === "before") return before.get(key);
      const rows = await server.db.query(sql, params);
      before.set(key, rows);
      return rows;
    };
    const books = new Books({ db: { ...server.db, query: query as typeof server.db.query }, schemas: () => server.schemas, told: () => {}, failed: (error) => { throw error; } });
    expect(await books.check()).toEqual([]);
    await falsify(3);
    reads = "before";
    const earlier = books.check();
    void earlier.then(() => { reads = "now"; });
    const asked = [books.check(), books.check()];
    expect(await earlier).toEqual([]);
    for (const found of await Promise.all(asked)) expect(found).toEqual([expect.objectContaining({ where: "100001" })]);
    await falsify(-3);
    expect(await books.check()).toEqual([]);
  });

  it("are looked through by themselves, and closed and opened with a word each time", async () => {
    const said: (readonly Finding[])[] = [];
    const books = new Books({ db: server.db, schemas: () => server.schemas, told: (findings) => said.push(findings), failed: (error) => { throw error; }, firstMs: 5, everyMs: 5 });
    books.start();
    try {
      await falsify(5);
      await expect.poll(() => books.closed).toBe(true);
      await falsify(-5);
      await expect.poll(() => books.closed).toBe(false);
    } finally {
      await books.stop();
    }
    expect(said.at(0)).toEqual([expect.objectContaining({ where: "100001" })]);
    expect(said.at(-1)).toEqual([]);
  });

  it.each<[string, string, string]>([
    ["an event that is not the order's next", `UPDATE order_event SET "from" = 'done' WHERE event = 'sent'`, "I6"],
    ["an event that no lifecycle has", "UPDATE order_event SET event = 'vanish' WHERE event = 'sent'", "I6"],
    ["a status that no event led to", "UPDATE e_withdrawal SET status = 'failed' WHERE status = 'done'", "I6"],
    ["an order that is over and holds money", "UPDATE e_withdrawal SET status = 'rescinded' WHERE status = 'toBeReviewed'", "I3"],
    ["a balance after a posting that is another", "UPDATE ledger_posting SET balance_after = balance_after + 1 WHERE seq = 1", "I2"],
    ["a limit's counter that no orders made", "UPDATE limit_counter SET used = used + 1", "I9"],
    ["a card that says more than its account", "UPDATE ledger_account SET balance = balance + 1 WHERE name = 'card'", "I11"],
    ["an act from another address", "UPDATE audit SET ip = '203.0.113.9' WHERE seq = 2", "I10"],
    ["an act with other details", `UPDATE audit SET detail = '{"from":null}' WHERE seq = 2`, "I10"],
    ["an act that was removed", "DELETE FROM audit WHERE seq = 2", "I10"],
    ["an act that was changed", "UPDATE audit SET actor = 'nobody' WHERE seq = 2", "I10"],
    ["an act that was added", "INSERT INTO audit (m, seq, at, actor, action, object, detail, prev_hash, hash) SELECT m, seq + 1, at, actor, action, object, detail, hash, hash FROM audit WHERE seq = (SELECT max(seq) FROM audit)", "I10"],
  ])("tell of %s", async (_what, sql, rule) => {
    class Undo extends Error {}
    const found: string[] = [];
    await server.db.tx(async (tx) => {
      await tx.query(sql);
      found.push(...(await verifyAll(tx, server.schemas)).map((finding) => finding.rule.split(" ")[0]!));
      throw new Undo();
    }).catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error;
    });
    expect(new Set(found)).toContain(rule);
    expect(await verifyAll(server.db, server.schemas)).toEqual([]);
  });

  it("finished jobs go after a week of the product's clock; what waits or was put aside stays", async () => {
    const now = server.clock.now();
    const day = 86_400_000;
    const old = async (state: string, days: number) => {
      await server.db.tx(async (tx) => enqueue(tx, { kind: "test", dedupe: randomUUID(), m: "1", runAt: now - days * day, payload: { state, days } }));
      await server.db.query("UPDATE job SET state = $1 WHERE kind = 'test' AND state = 'open' AND run_at < $2", [state, new Date(now - 1000).toISOString()]);
    };
    for (const [state, days] of [["done", 8], ["done", 6], ["dead", 400], ["open", 400]] as const) await old(state, days);
    expect(await prune(server.db, now)).toBeGreaterThanOrEqual(1);
    const left = await server.db.query("SELECT state, json_extract_path_text(payload, 'days') AS days FROM job WHERE kind = 'test' ORDER BY run_at DESC, state");
    expect(left).toEqual([{ state: "done", days: "6" }, { state: "dead", days: "400" }, { state: "open", days: "400" }]);
  });
});
