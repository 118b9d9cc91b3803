/** At-most-once execution: keys, replays, concurrent duplicates and double clicks. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { canonicalize, sha256 } from "../../server/core/canonical.ts";
import { runOnce, sweep } from "../../server/http/idempotency.ts";
import { consumeProof } from "../../server/session/step-up.ts";
import { countAttempt } from "../../server/session/throttle.ts";
import type { Row } from "@portolan/engine";
import { DatabaseError, type Database, type Tx } from "../../server/store/database.ts";
import { type Client, startTestServer, type TestServer } from "./server.ts";
import { ENGINES } from "./database-mode.ts";

/** Returns a UUIDv7 with this time in milliseconds. */
const createTimedKey = (time: number): string => {
  const hex = time.toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${randomUUID().slice(15)}`;
};

describe.each(ENGINES)("idempotency on %s", (engine) => {
  let server: TestServer;
  let maker: Client;
  let payee: string;
  const CALL = "POST /mer/gep/withdraw/apply";
  beforeAll(async () => {
    server = await startTestServer({ history: true, engine });
    maker = await server.as("maker");
    payee = (await maker.call("GET /mer/account/list")).map.list[0].id;
  });
  afterAll(() => server.stop());

  const order = (amount: string) => ({ accountId: payee, amount });
  const count = async () => Number((await server.db.query("SELECT count(*) AS n FROM e_withdrawal"))[0]!.n);
  const held = async () => (await maker.call("GET /mer/wallet/one", { currency: "CNY" })).map.record.unavailable;

  it("answers a repeated call with the stored response [E13.3]", async () => {
    const key = randomUUID();
    const body = order("2100.00");
    const first = await maker.confirmed(CALL, body, key);
    const [orders, money] = [await count(), await held()];
    // The proof has been used; the stored response is returned before the proof is checked.
    const again = await maker.call(CALL, { amount: "2100.00", accountId: payee }, { "idempotency-key": key });
    expect(again.map).toEqual(first.map);
    expect([first.headers.get("idempotency-replayed"), again.headers.get("idempotency-replayed")]).toEqual([
      null,
      "true",
    ]);
    expect([await count(), await held()]).toEqual([orders, money]);
    // A replay does not consume a fresh proof, which stays valid for another order.
    const proof = await maker.proof(CALL, body);
    expect((await maker.call(CALL, body, { proof, "idempotency-key": key })).map).toEqual(first.map);
    expect((await maker.call(CALL, body, { proof, "idempotency-key": randomUUID() })).map.record.orderNo).not.toBe(
      first.map.record.orderNo,
    );
    expect(await count()).toBe(orders + 1);
  });
  it("rejects a key reused for another body or another call", async () => {
    const key = randomUUID();
    await maker.confirmed(CALL, order("2101.00"), key);
    expect((await maker.confirmed(CALL, order("2102.00"), key)).code).toBe(4122);
    expect((await maker.call("POST /mer/account/delete", { id: payee }, { "idempotency-key": key })).code).toBe(4122);
  });
  it("creates one order for twenty concurrent calls with one key", async () => {
    const key = randomUUID();
    const body = order("2103.00");
    const proof = await maker.proof(CALL, body);
    const before = await count();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => maker.call(CALL, body, { proof, "idempotency-key": key })),
    );
    expect(new Set(responses.map((answer) => answer.code))).toEqual(new Set([2000]));
    expect(new Set(responses.map((answer) => answer.map.record.orderNo)).size).toBe(1);
    expect(responses.filter((answer) => answer.headers.get("idempotency-replayed") === null)).toHaveLength(1);
    expect(await count()).toBe(before + 1);
  });
  it("treats a double click without a key as one call, and a later one as another", async () => {
    const body = order("2104.00");
    const before = await count();
    const first = await maker.call(CALL, body, { proof: await maker.proof(CALL, body) });
    const second = await maker.call(CALL, body, { proof: await maker.proof(CALL, body) });
    expect(second.map.record.orderNo).toBe(first.map.record.orderNo);
    const [kept] = await server.db.query("SELECT created_at, expires_at FROM idem WHERE key LIKE 'auto:%'");
    expect(Date.parse(kept!.expires_at) - Date.parse(kept!.created_at)).toBe(2_000);
    await server.db.query("UPDATE idem SET expires_at = $1 WHERE key LIKE 'auto:%'", [new Date(0).toISOString()]);
    const third = await maker.call(CALL, body, { proof: await maker.proof(CALL, body) });
    expect(third.map.record.orderNo).not.toBe(first.map.record.orderNo);
    expect(await count()).toBe(before + 2);
    expect([first, second, third].map(({ headers }) => headers.get("idempotency-warning"))).toEqual([
      "missing",
      "missing",
      "missing",
    ]);
    const named = await maker.call("POST /mer/account/delete", { id: "BA404" });
    const keyed = await maker.call(CALL, body, { "idempotency-key": randomUUID() });
    expect([named, keyed].map(({ headers }) => headers.get("idempotency-warning"))).toEqual([null, null]);
    // The same body from a colleague is not a double click.
    const checker = await server.as("checker");
    const theirs = await checker.call(CALL, body, { proof: await checker.proof(CALL, body) });
    expect([first, third].map(({ map }) => map.record.orderNo)).not.toContain(theirs.map.record.orderNo);
  });
  it("keeps a key for two days, then deletes it", async () => {
    const key = randomUUID();
    const body = order("2107.00");
    const first = await maker.confirmed(CALL, body, key);
    const row = async () =>
      (await server.db.query("SELECT created_at, expires_at FROM idem WHERE key LIKE $1", [`%${key}`]))[0];
    const kept = (await row())!;
    expect(Date.parse(kept.expires_at) - Date.parse(kept.created_at)).toBe(48 * 3_600_000);
    const proof = await maker.proof(CALL, order("2108.00"));
    await server.db.query(
      "INSERT INTO throttle (key, started_at, last_at, n) VALUES ('guessing', now(), now(), 9), ('long ago', now() - interval '2 days', now() - interval '2 days', 9)",
    );
    await sweep(server.db);
    expect((await maker.call(CALL, body, { "idempotency-key": key })).map).toEqual(first.map);
    expect((await maker.call(CALL, order("2108.00"), { proof, "idempotency-key": randomUUID() })).code).toBe(2000);
    expect(await server.db.query("SELECT key FROM throttle WHERE key IN ('guessing', 'long ago')")).toEqual([
      { key: "guessing" },
    ]);
    await server.db.query("UPDATE idem SET expires_at = now() WHERE key LIKE $1", [`%${key}`]);
    const over = await server.as("checker");
    await server.db.query("UPDATE session SET absolute_end = now() - interval '25 hours' WHERE user_id = $1", [
      over.userId,
    ]);
    await sweep(server.db);
    expect(await row()).toBeUndefined();
    expect(await server.db.query("SELECT sid_hash FROM session WHERE user_id = $1", [over.userId])).toEqual([]);
  });
  it("refuses a key older than its response is kept, and keeps the response as long as the key is accepted", async () => {
    const HOUR = 3_600_000;
    const body = order("2111.00");
    const before = await count();
    const old = createTimedKey(Date.now() - 48 * HOUR);
    const refused = await maker.confirmed(CALL, body, old);
    expect([refused.code, refused.message]).toEqual([4146, expect.stringContaining("请先到交易记录中核对")]);
    expect(await count()).toBe(before);
    const rows = (key: string) =>
      server.db.query("SELECT expires_at FROM idem WHERE key = $1", [`${maker.userId}:${key}`]);
    expect(await rows(old)).toEqual([]);
    const key = createTimedKey(Date.now() + 365 * 24 * HOUR);
    await maker.confirmed(CALL, order("2112.00"), key);
    const [ahead] = await rows(key);
    expect(Date.parse(ahead!.expires_at), "the row of a clock that is ahead").toBeGreaterThan(
      Date.now() + (365 * 24 + 48) * HOUR,
    );
    // A key is used in its last minute and repeated after it.
    const time = Date.now() - 48 * HOUR + 60_000;
    const last = createTimedKey(time);
    const first = await maker.confirmed(CALL, order("2113.00"), last);
    const stored = { tenant: "100001", userId: maker.userId, given: last, route: "withdrawal.create" };
    const repeat = () =>
      runOnce(server.db, { ...stored, bodyHash: sha256(canonicalize(order("2113.00"))) }, async () => ({
        again: true,
      }));
    vi.useFakeTimers({ toFake: ["Date"], now: time + 48 * HOUR - 1 });
    try {
      await sweep(server.db);
      expect(await repeat()).toEqual({ map: first.map, replayed: true });
      for (const hours of [48, 49]) {
        vi.setSystemTime(time + hours * HOUR);
        await sweep(server.db);
        expect(await rows(last), "nodes' clocks may differ by an hour").toHaveLength(hours === 48 ? 1 : 0);
        await expect(repeat()).rejects.toMatchObject({ failure: "keyExpired" });
      }
    } finally {
      vi.useRealTimers();
    }
    // A call that is refused before it reaches its key gets the same response, because an earlier request may have succeeded.
    expect((await maker.call(CALL, {}, { "idempotency-key": old })).code).toBe(4146);
    expect(await count()).toBe(before + 2);
  });
  it("counts concurrent attempts one by one, from the first of a window", async () => {
    const rule = { windowMs: 3_600_000, free: 3, firstWaitMs: 60_000, maxWaitMs: 60_000 };
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => countAttempt(server.db, "concurrent", rule)));
    const undo = all.flatMap((attempt) => (attempt.status === "fulfilled" ? [attempt.value] : []));
    expect(undo).toHaveLength(3);
    // Attempts that were no failures leave no delay behind.
    await undo[0]?.();
    expect(await countAttempt(server.db, "concurrent", rule)).toBeTypeOf("function");
    await expect(countAttempt(server.db, "concurrent", rule)).rejects.toMatchObject({ failure: "throttled" });
    await server.db.query("UPDATE throttle SET last_at = $1 WHERE key = 'concurrent'", [
      new Date(Date.now() - 60_001).toISOString(),
    ]);
    await (
      await countAttempt(server.db, "concurrent", rule)
    )();
    await (
      await countAttempt(server.db, "concurrent", rule)
    )();
    await server.db.query("DELETE FROM throttle WHERE key = 'concurrent'");
  });
  it("stores no rejection, so that a corrected call may reuse its key", async () => {
    const key = randomUUID();
    const before = await count();
    expect((await maker.call(CALL, order("2105.00"), { "idempotency-key": key })).code).toBe(4124);
    expect((await maker.confirmed(CALL, { ...order("2105.00"), accountId: "BA404" }, key)).code).toBe(4000);
    expect(await count()).toBe(before);
    expect((await maker.confirmed(CALL, order("2105.00"), key)).code).toBe(2000);
  });
  it("answers with the stored response although the call may no longer be made, also while it is in progress", async () => {
    const [key, running] = [randomUUID(), randomUUID()];
    const body = order("2109.00");
    const first = await maker.confirmed(CALL, body, key);
    const [{ id, grants } = {}] = await server.db.query("SELECT id, grants FROM portal_user WHERE id = $1", [
      maker.userId,
    ]);
    const setGrants = async (all: unknown) => {
      await server.db.query("UPDATE portal_user SET grants = $2 WHERE id = $1", [id, JSON.stringify(all)]);
      server.services.sessions.invalidate();
    };
    await setGrants([]);
    const repeat = (name: string) => maker.call(CALL, body, { "idempotency-key": name });
    expect((await repeat(key)).map).toEqual(first.map);
    expect((await repeat(randomUUID())).code).toBe(4118);
    expect((await maker.call(CALL, order("2110.00"), { "idempotency-key": key })).code).toBe(4122);
    let finish: (map: Row) => void = () => undefined;
    let start: () => void = () => undefined;
    const started = new Promise<void>((resolve) => (start = resolve));
    const stored = { tenant: "100001", userId: maker.userId, given: running, route: "withdrawal.create" };
    const earlier = runOnce(server.db, { ...stored, bodyHash: sha256(canonicalize(body)) }, () => {
      start();
      return new Promise((resolve) => (finish = resolve));
    });
    await started;
    const waiting = repeat(running);
    setTimeout(() => finish(first.map), 300);
    await earlier;
    expect((await waiting).map).toEqual(first.map);
    await setGrants(grants);
  });
  it("keeps the keys of users apart", async () => {
    const key = randomUUID();
    const checker = await server.as("checker");
    const body = order("2106.00");
    const mine = await maker.confirmed(CALL, body, key);
    const theirs = await checker.confirmed(CALL, body, key);
    expect(theirs.map.record.orderNo).not.toBe(mine.map.record.orderNo);
  });
  it("never answers with an expired response when the outcome of a commit is unknown", async () => {
    const key = { tenant: "100001", userId: "1000011", given: undefined, route: "test", bodyHash: "same" };
    expect(await runOnce(server.db, key, async () => ({ order: 1 }))).toEqual({ map: { order: 1 }, replayed: false });
    await server.db.query("UPDATE idem SET expires_at = $1 WHERE route = 'test'", [
      new Date(Date.now() - 1).toISOString(),
    ]);
    const unknown = new DatabaseError("lost while it was committed", "08007");
    const lost = (durable: boolean): Database =>
      Object.assign(Object.create(server.db) as Database, {
        query: server.db.query.bind(server.db),
        async tx<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
          await server.db.tx(async (tx) => {
            await work(tx);
            if (!durable) throw unknown;
          });
          throw unknown;
        },
      });
    await expect(runOnce(lost(false), key, async () => ({ order: 2 }))).rejects.toMatchObject({
      failure: "inProgress",
    });
    expect(await runOnce(lost(true), key, async () => ({ order: 3 }))).toEqual({ map: { order: 3 }, replayed: false });
  });
  it("does not repeat the calls that share a transaction with a wrong proof that its call does not need", async () => {
    let runs = 0;
    const subject = { holder: { sidHash: "x", user: { tenant: "100001" } }, call: "x", bodyHash: "x" };
    const wrong = async (tx: Tx) => {
      const proof = consumeProof(tx, "wrong", subject).catch(() => "refused");
      expect(await proof).toBe("refused");
    };
    // The last two wait for the first, so that they share a transaction.
    await Promise.all(
      [async () => undefined, wrong, async () => void (runs += 1)].map((work, n) =>
        server.db.tx(work, { shared: String(n) }),
      ),
    );
    expect(runs).toBe(1);
  });
  it("accepts exactly one of twenty payments on a balance that covers one", async () => {
    const { withdrawable } = (await maker.call("GET /mer/wallet/one", { currency: "CNY" })).map.record;
    // Each order takes more than half of the balance; the fee is 10 + 0.1%.
    await server.db.query(
      "UPDATE e_channel SET data = $1::json WHERE m = '100001' AND data->>'product' = 'withdrawal'",
      [
        JSON.stringify({
          id: "CH1",
          product: "withdrawal",
          currency: "CNY",
          singleMin: "2000.00",
          singleMax: "90000000.00",
          monthlyMax: "900000000.00",
          singleFee: "10.00",
          withdrawalRate: "0.001",
          effectiveFrom: "2026-01-01T00:00:00.000Z",
        }),
      ],
    );
    // Whole units only, because certain cent amounts select faults in the sandbox.
    const amount = `${Math.floor(Number(withdrawable) * 0.6)}.00`;
    const bodies = Array.from({ length: 20 }, (_, n) => ({ ...order(amount), remark: `并发 ${n}` }));
    const proofs = await Promise.all(bodies.map((body) => maker.proof(CALL, body)));
    const responses = await Promise.all(
      bodies.map((body, n) => maker.call(CALL, body, { proof: proofs[n]!, "idempotency-key": randomUUID() })),
    );
    expect(responses.filter((answer) => answer.code === 2000)).toHaveLength(1);
    expect(responses.every((answer) => [2000, 4000, 4107, 4108].includes(answer.code))).toBe(true);
  });
});
