import { Decimal } from "@portolan/engine";
import { beforeAll, describe, expect, test } from "vitest";
import { readBalances } from "../../server/payments/ledger/balances.ts";
import { releaseLines, buildReversalLines } from "../../server/payments/ledger/holds.ts";
import { LIMIT_USES } from "../../server/payments/ledger/daily-and-monthly-limits.ts";
import type { TransitionEvent } from "../../server/lifecycle/context.ts";
import { fromMinor, toMinor } from "../../server/payments/ledger/minor-units.ts";
import type { Entry, Line } from "../../server/payments/ledger/entry.ts";
import { post, postAll } from "../../server/payments/ledger/post.ts";
import { uuidv7 } from "../../server/core/uuid.ts";
import { verifyLedger } from "../../server/payments/ledger/verify.ts";
import type { Database } from "../../server/store/database.ts";
import { withDatabases } from "./databases.ts";
import { prepareMoney } from "./money-world.ts";

const AT = Date.UTC(2026, 10, 21);
const move = (from: Line["from"], to: Line["to"], amount: bigint, currency = "CNY"): Line => ({
  from,
  to,
  amount,
  currency,
});
const entry = (m: string, id: string, step: string, ...lines: Line[]): Entry => ({
  tenant: m,
  kind: step,
  order: { kind: "order", id },
  step,
  lines,
  at: AT,
});
describe("amounts", () => {
  test.each([
    ["12.5", 2, 1250n],
    ["0", 2, 0n],
    ["-0.05", 2, -5n],
    ["7", 0, 7n],
    ["1.230", 2, 123n],
  ])("parses %s with %i digits as %s minor units", (text, digits, minor) => {
    expect(toMinor(text, digits)).toBe(minor);
    expect(toMinor(fromMinor(minor, digits), digits)).toBe(minor);
  });
  test.each([
    ["1.234", 2],
    ["1.5", 0],
    ["1e3", 2],
    ["", 2],
    [" 1", 2],
  ])("rejects %j with %i digits", (text, digits) => {
    expect(() => toMinor(text, digits)).toThrow();
  });
  test("are formatted with the currency's digits", () => {
    expect([fromMinor(1250n, 2), fromMinor(-5n, 2), fromMinor(7n, 0), fromMinor(1n, 3)]).toEqual([
      "12.50",
      "-0.05",
      "7",
      "0.001",
    ]);
  });
});

test("ids sort by time, and within a millisecond by order of creation", () => {
  const ids = Array.from({ length: 5000 }, () => uuidv7(AT));
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(5000);
  expect(uuidv7(AT - 86_400_000) < ids[0]!).toBe(true);
  expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

withDatabases("ledger", (open) => {
  let db: Database;
  const put = (e: Entry) => db.tx((tx) => post(tx, e));
  const wallet = async (m: string, currency = "CNY") => (await readBalances(db, m)).get(currency);
  beforeAll(async () => {
    db = await open();
    await prepareMoney(db);
  });

  test("an order holds an amount, pays and releases the rest", async () => {
    await put(entry("walk", "D", "book", move("nostro", "avail", 10_000n)));
    await put(entry("walk", "A", "apply", move("avail", "hold", 2_010n)));
    expect(await wallet("walk")).toMatchObject({ currency: "CNY", avail: 7_990n, hold: 2_010n, in: 0n });
    await put(entry("walk", "A", "paid", move("hold", "nostro", 2_000n)));
    const lines = await releaseLines(db, "walk", { kind: "order", id: "A" });
    expect(lines).toEqual([move("hold", "avail", 10n)]);
    await put(entry("walk", "A", "rest", ...lines));
    expect(await wallet("walk")).toMatchObject({ currency: "CNY", avail: 8_000n, hold: 0n, in: 0n });
    expect(await releaseLines(db, "walk", { kind: "order", id: "A" })).toEqual([]);
    expect(await verifyLedger(db)).toEqual([]);
  });

  test("a repeated step posts nothing", async () => {
    expect(await put(entry("again", "D", "book", move("nostro", "avail", 100n)))).toBe(true);
    expect(await put(entry("again", "D", "book", move("nostro", "avail", 100n)))).toBe(false);
    const both = await Promise.all([1, 2].map(() => put(entry("again", "E", "book", move("nostro", "avail", 5n)))));
    expect(both.filter(Boolean)).toHaveLength(1);
    expect((await wallet("again"))?.avail).toBe(105n);
  });

  test("an entry beyond the balance is rejected and changes nothing", async () => {
    await put(entry("poor", "D", "book", move("nostro", "avail", 100n)));
    await expect(put(entry("poor", "A", "apply", move("avail", "hold", 101n)))).rejects.toMatchObject({
      failure: "balance",
      params: { currency: "CNY" },
    });
    await expect(put(entry("poor", "B", "apply", move("avail", "hold", 1n, "USD")))).rejects.toMatchObject({
      failure: "balance",
    });
    expect(await wallet("poor")).toMatchObject({ currency: "CNY", avail: 100n, hold: 0n, in: 0n });
    expect(await db.query("SELECT id FROM ledger_txn WHERE m = 'poor'")).toHaveLength(1);
    expect(await put(entry("poor", "A", "apply", move("avail", "hold", 100n)))).toBe(true);
  });

  test("an order cannot pay with another order's hold", async () => {
    await put(entry("two", "D", "book", move("nostro", "avail", 100n)));
    await put(entry("two", "A", "apply", move("avail", "hold", 60n)));
    await put(entry("two", "B", "apply", move("avail", "hold", 40n)));
    await expect(put(entry("two", "B", "paid", move("hold", "nostro", 41n)))).rejects.toThrow(/holds 1 less/);
    expect((await wallet("two"))?.hold).toBe(100n);
  });

  test("released money returns to its source accounts", async () => {
    await put(entry("src", "D", "book", move("nostro", "avail", 50n), move("nostro", "in", 30n)));
    await put(entry("src", "A", "apply", move("avail", "hold", 50n), move("in", "hold", 30n)));
    await put(entry("src", "A", "back", ...(await releaseLines(db, "src", { kind: "order", id: "A" }))));
    expect(await wallet("src")).toMatchObject({ currency: "CNY", avail: 50n, hold: 0n, in: 30n });
  });

  test("an event's postings are reversed at most once", async () => {
    const order = { kind: "order", id: "A" };
    await put(entry("undo", "D", "book", move("nostro", "avail", 100n)));
    await put(entry("undo", "A", "apply", move("avail", "hold", 60n)));
    await put(entry("undo", "A", "paid", move("hold", "nostro", 50n), move("hold", "fee", 10n)));
    const undo = await buildReversalLines(db, "undo", order, "paid");
    await put({ ...entry("undo", "A", "returned", ...undo!.lines), reverses: undo!.reverses });
    expect(await wallet("undo")).toMatchObject({ currency: "CNY", avail: 40n, hold: 60n, in: 0n });
    expect(await releaseLines(db, "undo", order)).toEqual([move("hold", "avail", 60n)]);
    expect(await buildReversalLines(db, "undo", order, "paid")).toBeUndefined();
    expect(await verifyLedger(db)).toEqual([]);
  });

  test("a transfer between two merchants is a single entry", async () => {
    await put(entry("giver", "D", "book", move("nostro", "avail", 100n)));
    await put(entry("giver", "T", "done", { ...move("avail", "avail", 70n), toM: "taker" }));
    expect([(await wallet("giver"))?.avail, (await wallet("taker"))?.avail]).toEqual([30n, 70n]);
    expect(await verifyLedger(db)).toEqual([]);
  });

  test("entries posted in bulk equal entries posted one by one", async () => {
    const entries = Array.from({ length: 1200 }, (_, i) =>
      entry("bulk", `D${i}`, "book", move("nostro", "avail", BigInt(i + 1))),
    );
    expect(await db.tx((tx) => postAll(tx, entries))).toBe(1200);
    expect(await db.tx((tx) => postAll(tx, entries))).toBe(0);
    expect((await wallet("bulk"))?.avail).toBe(720_600n);
    const [last] = await db.query(
      "SELECT balance_after, seq FROM ledger_posting WHERE m = 'bulk' AND name = 'avail' ORDER BY seq DESC LIMIT 1",
    );
    expect(last).toEqual({ balance_after: "720600", seq: "1200" });
    expect(await verifyLedger(db)).toEqual([]);
  });

  test("exactly one of twenty concurrent payments is accepted on a balance that covers one", async () => {
    await put(entry("race", "D", "book", move("nostro", "avail", 100n)));
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) => put(entry("race", `A${i}`, "apply", move("avail", "hold", 100n)))),
    );
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    for (const result of results)
      if (result.status === "rejected") expect(result.reason).toMatchObject({ failure: "balance" });
    expect(await wallet("race")).toMatchObject({ currency: "CNY", avail: 0n, hold: 100n, in: 0n });
  });

  test("verification names each violated invariant", async () => {
    const broken = await open();
    await prepareMoney(broken);
    await broken.tx((tx) => post(tx, entry("bad", "D", "book", move("nostro", "avail", 100n))));
    await broken.tx((tx) => post(tx, entry("bad", "A", "apply", move("avail", "hold", 40n))));
    await broken.query("UPDATE ledger_account SET balance = balance + 1 WHERE id = 'hold:CNY'");
    await broken.query(
      "INSERT INTO ledger_posting (m, account_id, txn_id, line, txn_m, name, currency, amount, at) VALUES ('bad', 'house:fee:CNY:0', 'x', 0, 'bad', 'fee', 'CNY', 5, '2026-11-21T00:00:00Z')",
    );
    const rules = (await verifyLedger(broken)).map((finding) => finding.rule.slice(0, 2));
    expect(rules).toEqual(expect.arrayContaining(["I1", "I2", "I3", "I5", "I8"]));
  });

  test("entries written together never leave a balance negative between them", async () => {
    await put(entry("mt", "seed", "in", move("nostro", "avail", 50n)));
    const pay = entry("mt", "pay", "pay", move("avail", "fx", 100n));
    const receive = entry("mt", "receive", "receive", move("nostro", "avail", 100n));
    // Another node has debited the account since the entries were decided.
    await expect(db.tx((tx) => postAll(tx, [pay, receive]))).rejects.toMatchObject({ failure: "balance" });
    expect(await db.tx((tx) => postAll(tx, [receive, pay]))).toBe(2);
    expect([await wallet("mt"), await verifyLedger(db, "mt")]).toMatchObject([{ avail: 50n }, []]);
  });

  test("uses of a limit that are written together do not exceed the smallest maximum", async () => {
    const use = (id: string, max: string) => ({
      event: {
        tenant: "ml",
        entity: { name: "order" },
        id,
        version: 1,
        transition: { on: "apply" },
      } as TransitionEvent,
      within: { rule: "r", period: "2026-11" },
      amount: Decimal.of("6"),
      max: Decimal.of(max),
    });
    await db.tx((tx) => LIMIT_USES.write(tx, [use("a", "100")]));
    const both = db.tx((tx) => LIMIT_USES.write(tx, [use("b", "10"), use("c", "100")]));
    await expect(both).rejects.toMatchObject({ failure: "limitReached" });
  });
});
