/** Digests of the money and party fields of orders: a value that was changed in the database is never paid. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../server/core/actor.ts";
import { createSeal, type Seal } from "../../server/core/seal.ts";
import { createCoreJobs } from "../../server/app/job-handlers.ts";
import { Worker } from "../../server/jobs/worker.ts";
import {
  countFrozen,
  fillFrozen,
  listFrozenStates,
  readCheckWords,
  resignFrozen,
} from "../../server/lifecycle/frozen.ts";
import { fire } from "../../server/lifecycle/fire.ts";
import { load } from "../../server/lifecycle/store.ts";
import { openBooks, readBookStates } from "../../server/payments/ledger/book-state.ts";
import { createHandlers } from "../../server/payments/job-handlers.ts";
import { listCases } from "../../server/payments/statements/cases.ts";
import type { ProviderPort, ProviderRequest } from "../../server/providers/provider-port.ts";
import type { Entity } from "@portolan/engine";
import { moneyWorld, testSeal, withdrawal, type World } from "./money-world.ts";
import { openDemo } from "./prepared.ts";

let world: World;
let solo: Actor;
let maker: Actor;
let checker: Actor;
let worker: Worker;
let submitted: ProviderRequest[] = [];
const entities = [withdrawal];

beforeAll(async () => {
  const { db, close } = await openDemo();
  world = await moneyWorld(db);
  [solo, maker, checker] = [await world.actor("solo"), await world.actor("maker"), await world.actor("checker")];
  for (const { tenant } of [solo, maker]) await world.deposit(tenant, 100_000_000n);
  return close;
});
beforeEach(async () => {
  submitted = [];
  await world.db.query("UPDATE book_state SET state = 'open'");
  const payout: ProviderPort = {
    name: "payout",
    capabilities: async () => ({ jobs: ["bank.pay", "bank.resume"] }),
    submit: async (request) => {
      submitted.push(request);
      const input = { reference: `B-${request.order.id}` };
      const paid = { id: `${request.id}/1`, event: "paid", at: new Date().toISOString(), input };
      return { askId: request.id, state: "done", events: [paid] };
    },
    query: async () => "unknown",
    health: async () => ({ ok: true }),
  };
  const { context, db, clock } = world;
  const handlers = { ...createCoreJobs(context), ...createHandlers({ context, providers: { payout } }) };
  worker = new Worker({ db, clock, handlers });
});
afterAll(async () => expect(await world.broken()).toEqual([]));

const stored = async ({ tenant }: Actor, id: unknown) => (await load(world.db, withdrawal, tenant, String(id)))!;
/** Changes fields of a stored order by SQL. */
const alter = (id: unknown, values: object) =>
  world.db.query("UPDATE e_withdrawal SET data = (data::jsonb || $2::jsonb)::json WHERE id = $1", [
    id,
    JSON.stringify(values),
  ]);
const digests = async (id: unknown) =>
  (await world.db.query("SELECT version, event FROM order_frozen WHERE order_id = $1 ORDER BY version", [id])).map(
    ({ version, event }) => `${version} ${event}`,
  );
const casesOf = async (id: unknown) =>
  (await listCases(world.db, world.context)).filter(({ subject }) => String(subject).endsWith(`/${String(id)}`));
const stateOf = async (tenant: string) => (await readBookStates(world.db)).find(({ m }) => m === tenant)?.state;
const drainLater = async () => {
  world.clock.advance(60_000);
  await worker.drain();
};

describe("the digest of an order", () => {
  it("is taken at its creation, kept with its approval, and needed until it is done", async () => {
    const { orderNo: id } = await world.apply(maker, "2001.00");
    expect(await digests(id)).toEqual(["1 apply"]);
    await world.fire(id, "pass", checker);
    expect(await digests(id)).toEqual(["1 apply", "2 pass"]);
    await worker.drain();
    expect(submitted.map(({ order }) => order.id)).toEqual([id]);
    expect((await stored(maker, id)).status).toBe("done");
    expect(listFrozenStates(withdrawal)).not.toContain("done");
  });

  it.each([
    ["account", "6222021202041234567"],
    ["holder", "别人"],
    ["amount", "2002.01"],
    ["remark", "改过"],
  ])("keeps an order whose %s was changed from being approved, until the value is back", async (name, value) => {
    const { orderNo: id } = await world.apply(maker, "2002.00", { remark: "货款" });
    const { data } = await stored(maker, id);
    await alter(id, { [name]: value });
    await expect(world.fire(id, "pass", checker)).rejects.toMatchObject({
      failure: "orderAltered",
      isExplained: false,
    });
    expect((await stored(maker, id)).status).toBe("toBeReviewed");
    await alter(id, { [name]: data[name] });
    await world.fire(id, "pass", checker);
    await worker.drain();
    expect(submitted.map(({ payload }) => payload[name])).toEqual([data[name]]);
  });

  it("does not cover other fields, and lets an altered order be rejected", async () => {
    const { orderNo: id } = await world.apply(maker, "2003.00");
    await alter(id, { bankText: "x", account: "6222021202041234567" });
    await world.fire(id, "reject", checker, { reason: "XN01" });
    expect((await stored(maker, id)).status).toBe("rescinded");
    const { orderNo: other } = await world.apply(maker, "2003.00");
    await alter(other, { bankText: "x" });
    await world.fire(other, "pass", checker);
    await worker.drain();
    expect(submitted.map(({ order }) => order.id)).toEqual([other]);
  });

  it("stops an approved order before the bank is asked: a case is opened and the merchant's books close", async () => {
    const { orderNo: id } = await world.apply(solo, "2004.00");
    const { account } = (await stored(solo, id)).data;
    await alter(id, { account: "6222021202041234567" });
    await worker.drain();
    await drainLater();
    expect(submitted).toEqual([]);
    expect((await stored(solo, id)).status).toBe("processing");
    expect(await casesOf(id)).toMatchObject([{ kind: "altered", subject: `${solo.tenant}/withdrawal/${id}` }]);
    expect(await stateOf(solo.tenant)).toBe("closed");
    await expect(world.apply(solo, "2004.00")).rejects.toMatchObject({ failure: "moneyStopped" });
    // The order is asked once its value is back and an operator has opened the books.
    await alter(id, { account });
    await world.db.tx((tx) => openBooks(tx, solo.tenant, Date.now()));
    await drainLater();
    expect(submitted.map(({ payload }) => payload["account"])).toEqual([account]);
  });

  it("cannot be computed again without the key, nor taken from another order", async () => {
    const [{ orderNo: id }, { orderNo: other }] = [
      await world.apply(maker, "2005.00"),
      await world.apply(maker, "2005.00"),
    ];
    await alter(id, { account: "6222021202041234567" });
    await alter(other, { account: "6222021202041234567" });
    const taken = createSeal([{ kid: "k1", key: Buffer.alloc(32, 9) }]);
    await fillWith(taken, id);
    await expect(world.fire(id, "pass", checker)).rejects.toMatchObject({ failure: "orderAltered" });
    await world.db.query(
      "UPDATE order_frozen SET digest = (SELECT digest FROM order_frozen WHERE order_id = $2) WHERE order_id = $1",
      [id, other],
    );
    await expect(world.fire(id, "pass", checker)).rejects.toMatchObject({ failure: "orderAltered" });
  });

  /** Digests an order again by another key, as one who can write the table but lacks the key. */
  async function fillWith(seal: Seal, id: unknown) {
    await world.db.query("DELETE FROM order_frozen WHERE order_id = $1", [id]);
    await world.db.query("DELETE FROM schema_lock WHERE entity = '(frozen)'");
    await fillFrozen(world.db, entities, seal);
  }
});

describe("an order of an earlier version", () => {
  it("is paid without a digest, until a migration has filled what is missing", async () => {
    await world.db.query("DELETE FROM schema_lock WHERE entity = '(frozen)'");
    const [{ orderNo: paid }, { orderNo: waiting }, { orderNo: lost }] = [
      await world.apply(maker, "2006.00"),
      await world.apply(maker, "2006.00"),
      await world.apply(maker, "2006.00"),
    ];
    await world.db.query("DELETE FROM order_frozen WHERE order_id = ANY($1)", [[paid, waiting, lost]]);
    await world.fire(paid, "pass", checker);
    await world.db.query("DELETE FROM order_frozen WHERE order_id = ANY($1)", [[paid, waiting, lost]]);
    await worker.drain();
    expect(submitted.map(({ order }) => order.id)).toEqual([paid]);
    expect(await fillFrozen(world.db, entities, testSeal)).toBeGreaterThan(0);
    expect(await fillFrozen(world.db, entities, testSeal)).toBe(0);
    expect(await digests(waiting)).toEqual(["1 migrate"]);
    await world.db.query("DELETE FROM order_frozen WHERE order_id = $1", [lost]);
    await world.fire(waiting, "pass", checker);
    await expect(world.fire(lost, "pass", checker)).rejects.toMatchObject({ failure: "orderAltered" });
  });

  it("keeps the digest of its own fields when another field is frozen later", async () => {
    const { orderNo: id } = await world.apply(maker, "2007.00");
    const later: Entity = Object.create(withdrawal, {
      lifecycle: { value: { ...withdrawal.lifecycle!, frozen: [...withdrawal.lifecycle!.frozen!, "bankText"] } },
    });
    await alter(id, { bankText: "x" });
    const pass = { entity: later, id: String(id), event: "pass", actor: checker, input: {} };
    await world.db.tx((tx) => fire(tx, pass, { ...world.context, proved: "pay" }));
    await alter(id, { bankText: "y" });
    await worker.drain();
    expect(submitted.filter(({ order }) => order.id === id)).toEqual([]);
  });

  it("stops without closing books when an event of an earlier version explains the difference", async () => {
    const { orderNo: id } = await world.apply(maker, "2008.00");
    await world.db.query(
      `INSERT INTO order_event (m, order_kind, order_id, seq, event, "from", "to", by, at) VALUES ($1, 'withdrawal', $2, 2, 'supply', 'x', 'y', 'merchant', $3)`,
      [maker.tenant, id, new Date().toISOString()],
    );
    await alter(id, { credentials: "f1" });
    await world.db.query("UPDATE e_withdrawal SET version = 2 WHERE id = $1", [id]);
    await expect(world.fire(id, "pass", checker)).rejects.toMatchObject({ failure: "orderAltered", isExplained: true });
    await world.db.query("DELETE FROM schema_lock WHERE entity = '(frozen)'");
    await fillFrozen(world.db, entities, testSeal);
    expect(await digests(id)).toEqual(["1 apply", "2 migrate"]);
    await world.db.query("DELETE FROM order_event WHERE order_id = $1 AND event = 'supply'", [id]);
    await world.db.query("UPDATE e_withdrawal SET version = 1 WHERE id = $1", [id]);
  });
});

describe("a new key", () => {
  it("signs the digests of waiting orders again, and leaves their words", async () => {
    const { orderNo: id } = await world.apply(maker, "2009.00");
    const ring = createSeal([
      { kid: "k2", key: Buffer.alloc(32, 2) },
      { kid: "k1", key: Buffer.alloc(32, 1) },
    ]);
    const order = { entity: withdrawal, tenant: maker.tenant, ...(await stored(maker, id)) };
    const words = await readCheckWords(world.db, ring, order);
    expect(words?.en).toMatch(/^([a-z]+ ){5}[a-z]+$/);
    expect(words?.zh).toMatch(/^(\p{Script=Han} ){5}\p{Script=Han}$/u);
    expect(await readCheckWords(world.db, testSeal, order)).toEqual(words);
    expect(await countFrozen(world.db, entities, "k1")).toBeGreaterThan(0);
    expect(await resignFrozen(world.db, entities, ring)).toBeGreaterThan(0);
    expect(await resignFrozen(world.db, entities, ring)).toBe(0);
    const alone = createSeal([{ kid: "k2", key: Buffer.alloc(32, 2) }]);
    await world.fire(id, "pass", checker, {}, { seal: alone });
    await alter(id, { account: "6222021202041234567" });
    expect(await readCheckWords(world.db, ring, { ...order, ...(await stored(maker, id)) })).not.toEqual(words);
  });
});
