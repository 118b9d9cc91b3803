/**
 * The real server is killed (SIGKILL) during concurrent payments and approvals, then restarted: nothing is lost or
 * executed twice.
 */
import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { failures } from "../../src/contract/failures.ts";
import { createRandom } from "../../server/sandbox/random.ts";
import type { Row } from "@portolan/engine";
import type { Database } from "../../server/store/database.ts";
import { Client, type Answer } from "./client.ts";
import { broken } from "./invariants.ts";
import { freshPlace } from "./prepared.ts";
import { startProcess, type ServerProcess } from "./process.ts";
import { ENGINES } from "./database-mode.ts";

const SEED = Number(process.env["SEED"] ?? randomInt(2 ** 31));
const APPLY = "POST /mer/gep/withdraw/apply";
const REVIEW = "POST /mer/gep/withdraw/reexamine";
const BUSY = failures.tooMany.code;
/** Enough for completed, pending and unsent payments at the time of a kill; `npm run live -- many` sends more. */
const ORDERS = Number(process.env["ORDERS"] ?? 24);
const REVIEWS = ORDERS / 3;
const AT_ONCE = ORDERS / 4;
const MERCHANT = "100001";

/** A request that is repeated with the same key until it receives a response. */
interface Sending {
  by: "maker" | "checker";
  call: string;
  body: Row;
  key: string;
  proof: string;
  answer?: Answer;
}

describe.each(ENGINES)("kill -9 on %s", (engine) => {
  const random = createRandom(SEED);
  let place: Awaited<ReturnType<typeof freshPlace>>;
  let server: ServerProcess;
  let people: Record<"maker" | "checker" | "solo", Client>;

  beforeAll(async () => {
    console.log(`kill.test.ts: SEED=${SEED}`);
    place = await freshPlace(engine);
    server = await startProcess(place);
    people = { maker: new Client(server.url), checker: new Client(server.url), solo: new Client(server.url) };
    for (const [name, client] of Object.entries(people))
      expect((await client.signIn(`${name}@demo.portolan`)).code).toBe(2000);
    await server.sim("deposit", [], { mer: MERCHANT, ccy: "CNY", amount: "5000000.00" });
  });
  afterAll(() => server.kill());

  async function restart(): Promise<void> {
    server = await startProcess(place);
    for (const name of Object.keys(people) as (keyof typeof people)[]) people[name] = people[name].at(server.url);
  }
  /** Opens the database while no server is running. */
  async function asleep<T>(look: (db: Database) => Promise<T>): Promise<T> {
    const db = await place.open();
    try {
      return await look(db);
    } finally {
      await db.close();
    }
  }
  const payeeOf = async (client: Client): Promise<string> =>
    (await client.call("GET /mer/account/list")).map.list[0].id;
  const prepared = (by: Sending["by"], call: string, body: Row): Promise<Sending> =>
    people[by].proof(call, body).then((proof) => ({ by, call, body, key: randomUUID(), proof }));
  /** Retries after the announced delay when the server is overloaded. */
  async function send({ by, call, body, key, proof }: Sending): Promise<Answer> {
    for (;;) {
      const answer = await people[by].call(call, body, { proof, "idempotency-key": key });
      if (answer.code !== BUSY) return answer;
      await pause(Number(answer.headers.get("retry-after")) * 1000);
    }
  }

  /**
   * Sends all requests, a few at a time, and kills the server after a number of responses, which breaks the other
   * connections. Payments that are sent together are committed together.
   */
  async function sendAndKill(all: Sending[], after: number): Promise<void> {
    let answered = 0;
    let killed: Promise<void> | undefined;
    const waiting = [...all];
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let one = waiting.shift(); one; one = waiting.shift()) {
          const answer = await send(one).catch(() => undefined);
          if (answer) one.answer = answer;
          if (answer && ++answered === after) killed = server.kill();
        }
      }),
    );
    expect(killed, "the server lived until it was killed").toBeDefined();
    await killed;
  }
  /** Sends all requests again. Each must receive a response, identical to the first one if there was one. */
  async function sendAgain(all: Sending[]): Promise<{ answered: number; silent: number }> {
    const counts = { answered: 0, silent: 0 };
    await Promise.all(
      all.map(async (one) => {
        const answer = await send(one);
        expect(answer).toMatchObject({ status: 200, code: 2000 });
        const replayed = answer.headers.get("idempotency-replayed") === "true";
        if (one.answer) {
          expect(one.answer.code).toBe(2000);
          expect(replayed).toBe(true);
          expect(answer.map).toEqual(one.answer.map);
          counts.answered += 1;
        } else if (replayed) counts.silent += 1;
        one.answer = answer;
      }),
    );
    return counts;
  }

  it("accepts exactly one of 20 concurrent payments on a balance that covers one", { timeout: 60_000 }, async () => {
    const accountId = await payeeOf(people.solo);
    // 2,000.00 plus its charge of 10.00 + 0.1%.
    await server.sim("deposit", [], { mer: "solo@demo.portolan", ccy: "CNY", amount: "2012.00" });
    const bodies = Array.from({ length: 20 }, (_, n) => ({ accountId, amount: "2000.00", remark: `${n}` }));
    const proofs = await Promise.all(bodies.map((body) => people.solo.proof(APPLY, body)));
    const responses = await Promise.all(
      bodies.map((body, n) => people.solo.call(APPLY, body, { proof: proofs[n]!, "idempotency-key": randomUUID() })),
    );
    expect(responses.filter(({ code }) => code === 2000)).toHaveLength(1);
    // Refused by the rule of the form, or by the ledger when two requests passed that rule concurrently.
    for (const { code, map } of responses) {
      if (code === 4000) expect(map.errors).toEqual([expect.objectContaining({ at: "/amount", code: "balance" })]);
      else expect([2000, 4107]).toContain(code);
    }
    const { record } = (await people.solo.call("GET /mer/wallet/one", { currency: "CNY" })).map;
    expect(record.withdrawable).toBe("0.00");
    // Held until the bank has paid, which may have happened already.
    const { list } = (await people.solo.call("GET /mer/gep/withdraw/page")).map;
    expect(list).toHaveLength(1);
    if (list[0].status !== "done") expect(record.unavailable).toBe("2012.00");
    else expect(["2012.00", "0.00"]).toContain(record.unavailable);
    expect(await server.sim("ledger", ["check"])).toMatchObject({ ok: true, findings: [] });
  });

  it("neither loses nor repeats a payment, approval or bank outcome over two kills", { timeout: 120_000 }, async () => {
    const accountId = await payeeOf(people.maker);
    const payments = await Promise.all(
      Array.from({ length: ORDERS }, (_, n) =>
        prepared("maker", APPLY, { accountId, amount: `${2000 + Math.floor(random() * 3000)}.00`, remark: `${n}` }),
      ),
    );

    await sendAndKill(payments, Math.floor(ORDERS / 8 + (random() * ORDERS) / 2));
    const after = await asleep(async (db) => {
      expect(await broken(db)).toEqual([]);
      return Number((await db.query("SELECT count(*) AS n FROM e_withdrawal WHERE m = $1", [MERCHANT]))[0]!.n);
    });
    const acknowledged = payments.filter(({ answer }) => answer).length;
    // The kill happened in the middle: some calls had a response, others had not started.
    expect(acknowledged).toBeGreaterThan(0);
    expect(after).toBeGreaterThanOrEqual(acknowledged);
    expect(after).toBeLessThan(ORDERS);

    await restart();
    const first = await sendAgain(payments);
    expect(first).toEqual({ answered: acknowledged, silent: after - acknowledged });
    const numbers = payments.map(({ answer }) => String(answer!.map.record.orderNo));
    expect(new Set(numbers).size).toBe(ORDERS);

    const reviews = await Promise.all(
      numbers.slice(0, REVIEWS).map((id) => prepared("checker", REVIEW, { id, event: "pass" })),
    );
    await sendAndKill(reviews, Math.floor(REVIEWS / 6 + (random() * REVIEWS) / 2));
    await asleep(async (db) => {
      expect(await broken(db)).toEqual([]);
      // The running job is leased by the killed server for half a minute; the lease is now expired.
      await db.query("UPDATE job SET lease_until = $1 WHERE state = 'open'", [new Date(0).toISOString()]);
    });
    await restart();
    await sendAgain(reviews);
    const bank = async () =>
      (await server.sim("jobs")).filter(({ kind }: { kind: string }) => kind !== "lifecycle.clock");
    while ((await bank()).length > 0) await server.sim("clock", ["advance", "10s"]);

    await server.stop();
    await asleep(async (db) => {
      expect(await broken(db)).toEqual([]);
      const orders = await db.query<{ id: string; status: string; data: Row }>(
        "SELECT id, status, data FROM e_withdrawal WHERE m = $1",
        [MERCHANT],
      );
      expect(orders.map(({ id }) => id).sort()).toEqual([...numbers].sort());
      const found = new Map(orders.map((order) => [order.id, order]));
      for (const [n, { body }] of payments.entries()) {
        expect(found.get(numbers[n]!)).toMatchObject({
          status: n < REVIEWS ? "done" : "toBeReviewed",
          data: { amount: body["amount"], remark: body["remark"] },
        });
      }
      const debits = (status: string) =>
        orders.filter((order) => order.status === status).reduce((sum, { data }) => sum + cents(data["debit"]), 0n);
      const held = debits("toBeReviewed");
      expect(
        await db.query("SELECT id, balance FROM ledger_account WHERE m = $1 AND currency = 'CNY' ORDER BY id", [
          MERCHANT,
        ]),
      ).toEqual([
        { id: "avail:CNY", balance: String(500_000_000n - held - debits("done")) },
        { id: "hold:CNY", balance: String(held) },
        { id: "in:CNY", balance: "0" },
      ]);
      const times = await db.query(
        "SELECT event, count(*) AS n, count(DISTINCT order_id) AS orders FROM order_event WHERE m = $1 AND order_kind = 'withdrawal' GROUP BY event ORDER BY event",
        [MERCHANT],
      );
      const each = (n: number) => ({ n: String(n), orders: String(n) });
      expect(times).toEqual([
        { event: "apply", ...each(ORDERS) },
        ...["paid", "pass", "sent"].map((event) => ({ event, ...each(REVIEWS) })),
      ]);
    });
  });
});

const cents = (amount: unknown): bigint => BigInt(String(amount).replace(".", ""));
