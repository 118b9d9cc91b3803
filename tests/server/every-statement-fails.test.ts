/**
 * Every statement of each kind of money call fails once, in the real database and over HTTP: with a permanent error, a
 * deadlock, and a COMMIT whose response is lost. A refused call changes nothing, and a retry with the same key and
 * proof executes exactly once.
 */
import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Row } from "@portolan/engine";
import { DatabaseError } from "../../server/store/database.ts";
import type { Connection, Driver, Params } from "../../server/store/driver.ts";
import { broken } from "./invariants.ts";
import { failures } from "../../src/contract/failures.ts";
import { prepared } from "./prepared.ts";
import { canonicalize, sha256 } from "../../server/core/canonical.ts";
import { storeProof } from "../../server/session/step-up.ts";
import { startTestServer, type Answer, type Client, type TestServer } from "./server.ts";
import { deposit, openMarket, quote, SURE } from "./swap-world.ts";
import { ENGINE, ENGINES } from "./database-mode.ts";

/**
 * `refused`: a permanent error. `again`: a deadlock. `lostAfter` and `lostBefore`: the response to COMMIT is lost after
 * or before it took effect.
 */
type How = "refused" | "again" | "lostAfter" | "lostBefore";
/** Failure to inject into the next matching transaction: at its `nth` statement, or at its COMMIT. */
interface Fault {
  begins: RegExp;
  how: How;
  nth: number;
  hit: boolean;
}

const CLAIM = /^INSERT INTO idem /;
/** First statement of a transaction that several payments share. */
const SHARED = /^SELECT strength FROM proof\s/;
const ROW = /^UPDATE import_row SET state = 'done'/;

class Faulty {
  armed: Fault | undefined;
  /** Number of statements of the last transaction that several payments shared; 0 before the first one. */
  shared = 0;

  over = (driver: Driver): Driver => ({
    ...driver,
    begin: async (options) => this.watched(await driver.begin(options)),
  });

  private watched(connection: Connection): Connection {
    let count = 0;
    let isShared = false;
    let fault: Fault | undefined;
    return {
      run: async <R>(sql: string, params: Params) => {
        if (++count === 1 && this.armed?.begins.test(sql)) [fault, this.armed] = [this.armed, undefined];
        if (count === 1) isShared = SHARED.test(sql);
        if (isShared) this.shared = count;
        if (fault === undefined || fault.how.startsWith("lost")) return connection.run<R>(sql, params);
        const { how, nth } = fault;
        fault.hit ||= nth === count;
        // Replaces the statement with one that fails in the database, so that the following statements fail as after a
        // real error.
        return (nth === count ? connection.run<R>("SELECT 1 / 0", []) : connection.run<R>(sql, params)).catch(
          (error: DatabaseError) => {
            throw error.code === "22012"
              ? new DatabaseError("refused by the test", how === "again" ? "40P01" : "XX000")
              : error;
          },
        );
      },
      commit: async () => {
        if (!fault?.how.startsWith("lost")) return connection.commit();
        fault.hit = true;
        await (fault.how === "lostAfter" ? connection.commit() : connection.rollback());
        throw new DatabaseError("the connection was lost during COMMIT; its outcome is unknown", "08007");
      },
      rollback: () => connection.rollback(),
    };
  }
}

/** A call that can be sent repeatedly with the same key and proof. */
interface Call {
  by: Client;
  call: string;
  body: Row;
  headers: Record<string, string>;
}

describe.each(ENGINES)("whichever statement fails on %s, a retry executes exactly once", (engine) => {
  const faulty = new Faulty();
  let server: TestServer;
  let maker: Client;
  let checker: Client;
  let accountId: string;
  let amount = 2_000;
  beforeAll(async () => {
    server = await startTestServer({ database: () => prepared(engine, false, faulty.over) });
    [maker, checker] = await Promise.all([server.as("maker"), server.as("checker")]);
    await openMarket(server);
    for (const ccy of ["CNY", "USD"]) await deposit(server, "100001", ccy, "9000000");
    accountId = (await maker.call("GET /mer/account/list")).map.list[0].id;
    await server.worker.drain();
  });
  afterAll(() => server.stop());

  const ready = async (by: Client, call: string, body: Row): Promise<Call> => ({
    by,
    call,
    body,
    headers: { proof: await by.proof(call, body), "idempotency-key": randomUUID() },
  });
  const send = ({ by, call, body, headers }: Call): Promise<Answer> => by.call(call, body, headers);
  const order = async (): Promise<string> => (await send(await payment())).map.record.orderNo;
  const payment = () => ready(maker, "POST /mer/gep/withdraw/apply", { accountId, amount: `${++amount}.00` });
  const kinds: Record<string, () => Promise<Call>> = {
    "a payment": payment,
    "an approval": async () => ready(checker, "POST /mer/gep/withdraw/reexamine", { id: await order(), event: "pass" }),
    "a rejection of two orders": async () =>
      ready(checker, "POST /mer/gep/withdraw/reexamine", {
        ids: [await order(), await order()],
        event: "reject",
        reason: "no",
      }),
    "a transfer": () =>
      ready(maker, "POST /mer/transfer/save", {
        kind: "merchant",
        payee: "100002",
        currency: "CNY",
        amount: `${++amount}.00`,
        purpose: "office",
      }),
    "an exchange": async () => {
      const { map } = await quote(maker, {
        sellCurrency: "USD",
        buyCurrency: "CNY",
        sellAmount: `${++amount}.00`,
        mode: "instant",
      });
      return ready(maker, SURE, { quoteId: map.quoteId });
    },
  };

  /**
   * Reads all stored rows, except for sessions, the market, and rows that the monitor and the heartbeat may write at
   * any time.
   */
  async function everything(): Promise<Row[]> {
    const tables = await server.db.query<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND relname NOT IN ('session', 'rate', 'sandbox_state', 'book_state', 'node', 'schema_lease') ORDER BY 1",
    );
    const reads = tables.map(
      ({ name }) =>
        `SELECT '${name}' AS name, md5(string_agg(CAST(t AS text), ' ' ORDER BY CAST(t AS text))) AS rows FROM "${name}" t`,
    );
    return server.db.query(`${reads.join(" UNION ALL ")} ORDER BY name`);
  }
  /** Counts rows created by users, because the bank may update an order at any time. */
  const counts = async () =>
    (
      await server.db.query<
        Record<"keys" | "events" | "money", string>
      >(`SELECT (SELECT count(*) FROM idem) AS keys, count(*) AS events, count(t.id) AS money FROM order_event e
    LEFT JOIN ledger_txn t ON t.m = e.m AND t.order_kind = e.order_kind AND t.order_id = e.order_id AND t.step = e.event || '#' || e.seq WHERE e.by = 'merchant'`)
    )[0]!;
  const arm = (how: How, nth: number, begins = CLAIM): Fault => (faulty.armed = { begins, how, nth, hit: false });
  /** Returns how many rows the call adds. */
  async function added(work: () => Promise<unknown>): Promise<Row> {
    const before = await counts();
    await work();
    const after = await counts();
    return Object.fromEntries(
      (["keys", "events", "money"] as const).map((name) => [name, Number(after[name]) - Number(before[name])]),
    );
  }
  async function replays(call: Call, first: Answer): Promise<void> {
    const again = await send(call);
    expect([again.code, again.headers.get("idempotency-replayed"), again.map]).toEqual([2000, "true", first.map]);
  }

  // Calls differ in their statements, engines in the state of a transaction after an error: one call covers the other engine.
  it.each(engine === ENGINE ? Object.keys(kinds) : ["a payment"])("%s", { timeout: 60_000 }, async (kind) => {
    // The changes in the absence of failures.
    const plain = await kinds[kind]!();
    const usual = await added(() => send(plain));
    await server.worker.drain();

    // Fails each statement in turn, with the same key and proof, until the call has no further statements.
    const call = await kinds[kind]!();
    await server.worker.drain();
    const before = await everything();
    let statements = 0;
    let last: Answer | undefined;
    expect(
      await added(async () => {
        for (;;) {
          const fault = arm("refused", statements + 1);
          last = await send(call);
          if (!fault.hit) break;
          statements += 1;
          expect([statements, last.status, last.code]).toEqual([statements, 500, 5000]);
          expect([statements, await everything()]).toEqual([statements, before]);
        }
      }),
    ).toEqual(usual);
    expect(statements).toBeGreaterThan(10);
    expect(last!.code).toBe(2000);
    await replays(call, last!);
    await server.worker.drain();
    expect(await broken(server.db)).toEqual([]);

    // Deadlocks at several statements are retried automatically, and the call executes once.
    for (let nth = 1; nth <= statements; nth += 5) {
      const one = await kinds[kind]!();
      let answer: Answer | undefined;
      const fault = arm("again", nth);
      const more = await added(async () => {
        answer = await send(one);
      });
      expect([nth, fault.hit, answer!.code, answer!.map.errors, more]).toEqual([nth, true, 2000, undefined, usual]);
      await replays(one, answer!);
      await server.worker.drain();
    }
    expect(await broken(server.db)).toEqual([]);

    const heard = await kinds[kind]!();
    expect(
      await added(async () => {
        arm("lostAfter", 0);
        const answer = await send(heard);
        expect(answer.code).toBe(2000);
        await replays(heard, answer);
      }),
    ).toEqual(usual);
    const unheard = await kinds[kind]!();
    expect(
      await added(async () => {
        arm("lostBefore", 0);
        expect((await send(unheard)).code).toBe(failures.inProgress.code);
        const answer = await send(unheard);
        expect([answer.code, answer.headers.get("idempotency-replayed")]).toEqual([2000, null]);
      }),
    ).toEqual(usual);
    await server.worker.drain();
    expect(await broken(server.db)).toEqual([]);
  });

  it("payments that share a transaction", { timeout: 120_000 }, async () => {
    const OF = 4;
    const holder = {
      sidHash: createHash("sha256").update(maker.cookies.get("sid")!).digest("hex"),
      user: { tenant: "100001" },
    };
    /** Prepares a payment without checking the payment password, which takes longer than the payment. */
    const quick = async (): Promise<Call> => {
      const body = { accountId, amount: `${++amount}.00` };
      const subject = { holder, call: "withdrawal.create", bodyHash: sha256(canonicalize(body)) };
      const proof = await storeProof(server.db, subject, "pay", Date.now() + 60_000);
      const headers = { proof, "idempotency-key": randomUUID() };
      return { by: maker, call: "POST /mer/gep/withdraw/apply", body, headers };
    };
    /** Sends payments at once until some of them share a transaction. */
    const pay = async (fault?: Fault): Promise<void> => {
      for (faulty.shared = 0; faulty.shared === 0;) {
        const calls = await Promise.all(Array.from({ length: OF }, quick));
        const answers: Answer[] = [];
        const made = await added(async () => {
          faulty.armed = fault;
          answers.push(...(await Promise.all(calls.map(send))));
          for (const [index, { code }] of answers.entries())
            if (code === failures.inProgress.code && fault?.how === "lostBefore")
              answers[index] = await send(calls[index]!);
        });
        expect(answers.map(({ code }) => code)).toEqual(calls.map(() => 2000));
        expect(made).toEqual({ keys: OF, events: OF, money: OF });
        if (fault?.how === "refused" && fault.nth > 1) continue;
        for (const [index, call] of calls.entries()) await replays(call, answers[index]!);
      }
    };
    // A statement that fails sends each payment into a transaction of its own, and a deadlock repeats the shared one.
    for (const how of ["refused", "again", "lostAfter", "lostBefore"] as const) {
      for (let nth = 1; ; nth += how === "refused" ? 1 : 7) {
        const fault: Fault = { begins: SHARED, how, nth, hit: false };
        await pay(fault);
        if (!fault.hit || how.startsWith("lost")) {
          expect([how, fault.hit || nth > 20]).toEqual([how, true]);
          break;
        }
      }
    }
    faulty.armed = undefined;
    await server.worker.drain();
    expect(await broken(server.db)).toEqual([]);
  });

  it("a row of a batch file", { timeout: 60_000 }, async () => {
    const rows = async (fault?: Fault) => {
      const { headers, ...file } = await ready(maker, "POST /mer/gep/withdraw/bulkWithdrawal", {
        fileHash: createHash("sha256").update(randomUUID()).digest("hex"),
        run: 1,
        rows: [{ line: 2, record: { accountId, amount: `${++amount}.00` } }],
      });
      faulty.armed = fault;
      expect((await send({ ...file, headers })).code).toBe(2000);
      await server.worker.drain();
      return send({ ...file, headers });
    };
    const usual = await added(() => rows());
    for (const how of ["refused", "again"] as const) {
      for (let nth = 1; ; nth++) {
        const fault: Fault = { begins: ROW, how, nth, hit: false };
        const made = await added(() => rows(fault));
        if (!fault.hit) {
          expect(nth).toBeGreaterThan(10);
          break;
        }
        expect([how, nth, made]).toEqual([how, nth, how === "again" ? usual : { ...usual, money: 0, events: 0 }]);
        if (how === "again") continue;
        expect(await added(() => server.sandbox!.clock.advance(2_000).then(() => server.worker.drain()))).toEqual({
          ...usual,
          keys: 0,
        });
      }
      faulty.armed = undefined;
    }
    expect(await broken(server.db)).toEqual([]);
  });
});
