/**
 * Crashes between the server and an HTTP provider: the template is killed while orders run, and a worker dies at every
 * step of a request. Each order is paid exactly once, under one reference. `ORDERS=200 KILLS=20 SEED=7` runs a
 * campaign.
 */
import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCoreJobs } from "../../server/app/job-handlers.ts";
import { Worker } from "../../server/jobs/worker.ts";
import { createHandlers, providerLanes } from "../../server/payments/job-handlers.ts";
import { createHttpPort } from "../../server/providers/http/provider.ts";
import type { ProviderPort } from "../../server/providers/provider-port.ts";
import { createRandom } from "../../server/sandbox/random.ts";
import type { Database, Tx } from "../../server/store/database.ts";
import type { Actor } from "../../server/core/actor.ts";
import { moneyWorld, type World } from "./money-world.ts";
import { openDemo } from "./prepared.ts";
import { startTemplate, TEMPLATE_SECRET, type TemplateProcess } from "./provider-template.ts";

const ORDERS = Number(process.env["ORDERS"] ?? 24);
const KILLS = Number(process.env["KILLS"] ?? 3);
const SEED = Number(process.env["SEED"] ?? randomInt(2 ** 31));

let world: World;
let solo: Actor;
let bank: TemplateProcess;
/** Reconnected with each start of the template, like a restarted server, because the circuit breaker uses real time. */
let current: ProviderPort;
const provider: ProviderPort = {
  name: "payout",
  capabilities: () => current.capabilities(),
  submit: (request, signal) => current.submit(request, signal),
  query: (askId, signal) => current.query(askId, signal),
  health: () => current.health(),
};

/** Starts a bank that executes every request it receives, so that only the server prevents duplicate payments. */
async function startBank(workMs = 10): Promise<void> {
  bank = await startTemplate({
    ...(bank && { port: bank.port, file: bank.file }),
    workMs,
    broken: ["const known = asks.get(ask.id);", "const known = undefined;"],
  });
  current = createHttpPort("payout", { URL: bank.url, SECRET: TEMPLATE_SECRET });
  await current.capabilities();
}
const createWorker = (db: Database): Worker =>
  new Worker({
    db,
    clock: world.clock,
    lanes: providerLanes,
    handlers: {
      ...createCoreJobs(world.context),
      ...createHandlers({ context: world.context, providers: { payout: provider } }),
    },
  });
const pay = async (n: number): Promise<string> => String((await world.apply(solo, `${2_000 + n}.00`))["orderNo"]);

interface Paid {
  id: string;
  status: string;
  reference: string | null;
}
const readOrders = (): Promise<Paid[]> =>
  world.db.query<Paid>("SELECT id, status, data ->> 'bankOrderNo' AS reference FROM e_withdrawal WHERE m = $1", [
    solo.tenant,
  ]);
/** Returns the requests stored in the template's file. */
const readAsks = (): { id: string; reference: string }[] =>
  readFileSync(bank.file, "utf8")
    .split("\n")
    .flatMap((line) => (line.includes('"reference"') ? [JSON.parse(line)] : []));

/** Runs jobs and advances the clock until every order is paid. */
async function settle(): Promise<void> {
  const worker = createWorker(world.db);
  for (let round = 0; round < 60; round++) {
    // A worker that died leaves its lease behind.
    await world.db.query("UPDATE job SET lease_until = $1 WHERE state = 'open'", [new Date(0).toISOString()]);
    await worker.drain();
    if ((await readOrders()).every(({ status }) => status === "done")) return;
    await pause(15);
    await world.clock.advance(65_000);
  }
}

/** Asserts that every order was paid exactly once, including its postings. */
async function expectPaidOnce(count: number): Promise<void> {
  const orders = await readOrders();
  expect(orders.filter(({ status }) => status !== "done")).toEqual([]);
  expect(orders).toHaveLength(count);
  expect(new Set(orders.map(({ reference }) => reference)).size).toBe(count);
  const asks = readAsks();
  expect([asks.length, new Set(asks.map(({ id }) => id)).size]).toEqual([count, count]);
  expect(new Set(asks.map(({ reference }) => reference))).toEqual(new Set(orders.map(({ reference }) => reference)));
  expect(await world.broken()).toEqual([]);
}

beforeAll(async () => {
  const { db, close } = await openDemo();
  world = await moneyWorld(db);
  solo = await world.actor("solo");
  await world.deposit(solo.tenant, 1_000_000_000n);
  await startBank();
  return close;
});
afterAll(() => bank.kill());

/** Returns a database that fails as if its process had died, before its nth transaction or right after the commit. */
function createMortal(db: Database, { steps, after }: { steps: number; after: boolean }): Database {
  let left = steps;
  const killed = () => Promise.reject(new Error("killed"));
  const step = async <T>(work: () => Promise<T>): Promise<T> => {
    if (left <= 0) return killed();
    left -= 1;
    if (left === 0 && !after) return killed();
    const done = await work();
    return left === 0 ? killed() : done;
  };
  return {
    ...db,
    query: (sql: string, params?: readonly unknown[]) => (left <= 0 ? killed() : db.query(sql, params)),
    tx: <T>(fn: (tx: Tx) => Promise<T>) => step(() => db.tx(fn)),
  };
}

/**
 * States of a request in which the provider is killed: not yet sent, being sent, no response, accepted, and completed.
 */
const STATES = ["new", "sending", "unknown", "accepted", "done"] as const;
type State = (typeof STATES)[number];

const readNewestState = async () =>
  (await world.db.query("SELECT state FROM provider_ask ORDER BY order_id DESC LIMIT 1"))[0]?.["state"];

/** Brings the newest request into a state and kills the provider. */
async function killWhile(state: State, delayMs: number): Promise<void> {
  const answering = current;
  const drain = () => createWorker(world.db).drain();
  const kill = async () => {
    expect(await readNewestState()).toBe(state);
    await bank.kill();
  };
  if (state === "new") {
    await bank.kill();
    await drain();
    await startBank();
    return kill();
  }
  if (state === "sending") {
    const submit: ProviderPort["submit"] = async (request, signal) => {
      const [answer] = await Promise.allSettled([answering.submit(request, signal), pause(delayMs).then(kill)]);
      return answer.status === "fulfilled" ? answer.value : Promise.reject(answer.reason as Error);
    };
    current = { ...answering, submit };
    return void (await drain());
  }
  if (state === "accepted") {
    // Slow enough to observe the request before it completes.
    await bank.kill();
    await startBank(1_000);
  }
  if (state === "unknown") {
    const submit: ProviderPort["submit"] = async (request, signal) => (
      await answering.submit(request, signal),
      Promise.reject(new Error("lost"))
    );
    current = { ...answering, submit };
  }
  await (state === "done" ? settle() : drain());
  return kill();
}

let paid = 0;

describe("an order is paid once", () => {
  const deaths = [1, 2, 3].flatMap((steps) => [false, true].map((after) => ({ steps, after })));
  it.each(deaths)(
    "when the worker dies at transaction $steps of its request, after the commit: $after",
    async (death) => {
      await pay(paid++);
      await createWorker(createMortal(world.db, death))
        .drain()
        .catch(() => 0);
      await settle();
      await expectPaidOnce(paid);
    },
  );

  it("when the response is lost and the worker dies", async () => {
    await pay(paid++);
    const answering = current;
    const mortal = createMortal(world.db, { steps: 1, after: false });
    current = {
      ...answering,
      submit: async (request, signal) => (await answering.submit(request, signal), Promise.reject(new Error("lost"))),
    };
    await createWorker(world.db).drain();
    await createWorker(mortal)
      .drain()
      .catch(() => 0);
    current = answering;
    await settle();
    await expectPaidOnce(paid);
  });

  const times = process.env["KILLS"] === undefined ? 1 : KILLS;
  it.each(STATES)(
    `when the provider is killed while its request is %s, ${times} times`,
    { timeout: 600_000 },
    async (state) => {
      const random = createRandom(SEED);
      for (let kill = 0; kill < times; kill++) {
        await pay(paid++);
        await killWhile(state, random() * 6);
        await startBank();
        await settle();
      }
      await expectPaidOnce(paid);
    },
  );

  it(`when the provider is killed ${KILLS} times during ${ORDERS} orders`, { timeout: 600_000 }, async () => {
    const random = createRandom(SEED);
    const began = Date.now();
    console.log(`provider-kill.test.ts: SEED=${SEED}`);
    for (let kill = 0; kill < KILLS; kill++) {
      const share = Math.floor(ORDERS / KILLS) + (kill < ORDERS % KILLS ? 1 : 0);
      for (let n = 0; n < share; n++) await pay(paid++);
      const running = createWorker(world.db).drain();
      await pause(random() * share * 12);
      await bank.kill();
      await running;
      await startBank();
    }
    await settle();
    await expectPaidOnce(paid);
    const [sent] = await world.db.query("SELECT sum(attempts) AS n FROM provider_ask");
    console.log(`${paid} orders, ${KILLS} kills, ${String(sent?.["n"])} submits, ${Date.now() - began} ms`);
  });
});
