/** Ports to external parties: requests, lost responses, and startup without a provider. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { decideMasking, type Entity, type Row } from "@portolan/engine";
import type { Actor } from "../../server/core/actor.ts";
import { createCoreJobs } from "../../server/app/job-handlers.ts";
import { createHandlers } from "../../server/payments/job-handlers.ts";
import { Worker } from "../../server/jobs/worker.ts";
import { create } from "../../server/lifecycle/create.ts";
import { fire } from "../../server/lifecycle/fire.ts";
import { add, load } from "../../server/lifecycle/store.ts";
import { createSystemActor } from "../../server/lifecycle/clock-events.ts";
import { compileOptions } from "../../server/payments/schemas.ts";
import { tryFireEvent } from "../../server/providers/event.ts";
import {
  NotSent,
  PORTS,
  type ProviderRequest,
  type PortName,
  type ProviderPort,
} from "../../server/providers/provider-port.ts";
import { findUnanswered, listJobs, ProvidersMissing } from "../../server/providers/unanswered-jobs.ts";
import { readAmountEnding } from "../../server/payments/demo/amount-ending.ts";
import { scripts } from "../../server/payments/sandbox/scripts.ts";
import { createProviders } from "../../server/payments/sandbox/script-runner.ts";
import { startPayments } from "../../server/payments/product.ts";
import { openFresh, temporaryFolder } from "./databases.ts";
import { moneyWorld, schemas, withdrawal, type World } from "./money-world.ts";
import { openDemo } from "./prepared.ts";

/** A provider that records its requests. `lost`: number of responses that never arrive. */
class Recorder implements ProviderPort {
  readonly submitted: ProviderRequest[] = [];
  readonly queried: string[] = [];
  lost = 0;
  forgets = false;
  misnamed: string | undefined;
  events: { event: string; askId?: string; input?: Record<string, unknown> }[] = [];
  state: "accepted" | "done" = "done";
  pollMs: number | undefined;
  constructor(
    readonly name: PortName,
    private readonly jobs: readonly string[],
  ) {}
  capabilities = async () => ({ jobs: this.jobs, ...(this.pollMs !== undefined && { pollMs: this.pollMs }) });
  health = async () => ({ ok: true });
  async submit(request: ProviderRequest) {
    this.submitted.push(request);
    if (this.lost-- > 0) throw new Error("no answer in time");
    return this.answer(request.id);
  }
  async query(askId: string) {
    this.queried.push(askId);
    return !this.forgets && this.submitted.some(({ id }) => id === askId) ? this.answer(askId) : ("unknown" as const);
  }
  private answer(askId: string) {
    const at = new Date(0).toISOString();
    const events = this.events.map((event, index) => ({ input: {}, ...event, id: `${askId}/${index}`, at }));
    return { askId: this.misnamed ?? askId, state: this.state, events };
  }
}

describe("a provider request", () => {
  let world: World;
  let solo: Actor;
  let bank: Recorder;
  let worker: Worker;
  beforeAll(async () => {
    const { db, close } = await openDemo();
    world = await moneyWorld(db);
    solo = await world.actor("solo");
    await world.deposit(solo.tenant, 100_000_000n);
    return close;
  });
  beforeEach(() => {
    bank = new Recorder("payout", ["bank.pay"]);
    const { context } = world;
    const handlers = { ...createCoreJobs(context), ...createHandlers({ context, providers: { payout: bank } }) };
    worker = new Worker({ db: world.db, clock: world.clock, handlers });
  });
  afterAll(async () => expect(await world.broken()).toEqual([]));

  const statusOf = async (id: unknown) => (await load(world.db, withdrawal, solo.tenant, String(id)))?.status;
  const pay = async (amount: string) => String((await world.apply(solo, amount))["orderNo"]);
  const dueAgain = () => world.clock.advance(5_000);

  it("is submitted once for an approved order, with record and merchant, and fires the events of the response", async () => {
    bank.events = [{ event: "sent" }, { event: "paid", input: { reference: "B1" } }];
    const id = await pay("2001.00");
    await worker.drain();
    expect(bank.submitted).toHaveLength(1);
    expect(bank.submitted[0]).toMatchObject({
      job: "bank.pay",
      order: { kind: "withdrawal", id },
      merchant: { id: solo.tenant, name: expect.stringMatching(/./) },
      payload: { orderNo: id, amount: "2001.00" },
    });
    expect(bank.submitted[0]!.id).toContain(`/withdrawal/${id}/`);
    expect(await statusOf(id)).toBe("done");
  });

  it("contains full account numbers, but no secrets or fields outside the schema", async () => {
    bank.state = "accepted";
    const id = await pay("2006.00");
    const { data } = (await load(world.db, withdrawal, solo.tenant, id))!;
    await world.db.query(
      `UPDATE e_withdrawal SET data = (data::jsonb || '{"pin":"135790","stray":"1"}')::json WHERE id = $1`,
      [id],
    );
    const remark = withdrawal.fields.find(({ name }) => name === "remark")!;
    const fields = [...withdrawal.fields, { ...remark, name: "pin", sealed: true }];
    const secretive: Entity = Object.create(withdrawal, { fields: { value: fields } });
    const context = {
      ...world.context,
      schemas: { ...schemas, entities: new Map([...schemas.entities, ["withdrawal", secretive]]) },
    };
    const handlers = createHandlers({ context, providers: { payout: bank } });
    await new Worker({ db: world.db, clock: world.clock, handlers }).drain();
    const [{ payload }] = bank.submitted as [ProviderRequest];
    expect(payload).toMatchObject({ orderNo: id, account: data["account"] });
    expect(Object.keys(payload).filter((name) => name === "pin" || name === "stray")).toEqual([]);
  });

  it("is queried rather than submitted again when its response was lost", async () => {
    bank.lost = 1;
    bank.events = [{ event: "sent" }, { event: "paid", input: { reference: "B2" } }];
    const id = await pay("2002.00");
    await worker.drain();
    expect(await statusOf(id)).not.toBe("done");
    await dueAgain();
    await worker.drain();
    expect(bank.submitted).toHaveLength(1);
    expect(new Set(bank.queried)).toEqual(new Set([bank.submitted[0]!.id]));
    expect(await statusOf(id)).toBe("done");
  });

  it("is queried at the provider's interval until it is done", async () => {
    Object.assign(bank, { state: "accepted", pollMs: 60_000, events: [{ event: "sent" }] });
    const id = await pay("2004.00");
    await worker.drain();
    await dueAgain();
    await worker.drain();
    expect([bank.submitted.length, bank.queried.length]).toEqual([1, 0]);
    await world.clock.advance(60_000);
    await worker.drain();
    expect([bank.submitted.length, bank.queried.length]).toEqual([1, 1]);
    Object.assign(bank, { state: "done", events: [{ event: "paid", input: { reference: "B4" } }] });
    await world.clock.advance(60_000);
    await worker.drain();
    expect(await statusOf(id)).toBe("done");
    await world.clock.advance(600_000);
    await worker.drain();
    expect([bank.submitted.length, bank.queried.length]).toEqual([1, 2]);
  });

  const asks = (id: string) =>
    world.db.query<{ state: string; attempts: number }>(
      "SELECT state, attempts FROM provider_ask WHERE order_id = $1",
      [id],
    );

  it("is submitted again under the same id only after the provider twice, 30 s apart, reports it as unknown", async () => {
    Object.assign(bank, { lost: 1, forgets: true, state: "accepted" });
    const id = await pay("2003.00");
    await worker.drain();
    expect(await asks(id)).toMatchObject([{ state: "unknown", attempts: 1 }]);
    for (const elapsed of [5_000, 29_000]) {
      await world.clock.advance(elapsed);
      await worker.drain();
      expect([bank.submitted.length, bank.queried.length]).toEqual([1, 1]);
    }
    await world.clock.advance(1_000);
    await worker.drain();
    expect(bank.queried).toHaveLength(2);
    expect(bank.submitted).toHaveLength(2);
    expect(bank.submitted[1]!.id).toBe(bank.submitted[0]!.id);
    expect(await asks(id)).toMatchObject([{ state: "accepted", attempts: 2 }]);
  });

  it("is stored as sending before it is submitted, and only queried after a crash", async () => {
    bank.events = [{ event: "sent" }, { event: "paid", input: { reference: "B12" } }];
    const id = await pay("2012.00");
    const seen: string[] = [];
    const submit = bank.submit.bind(bank);
    bank.submit = async (request) => {
      seen.push((await asks(id))[0]!.state);
      await submit(request);
      throw new Error("killed");
    };
    await worker.drain();
    expect(seen).toEqual(["sending"]);
    await dueAgain();
    await worker.drain();
    expect([bank.submitted.length, bank.queried.length]).toEqual([1, 1]);
    expect([await statusOf(id), await asks(id)]).toMatchObject(["done", [{ state: "done", attempts: 1 }]]);
  });

  it("is submitted again without a query when the port reports that nothing was sent", async () => {
    const id = await pay("2013.00");
    const submit = bank.submit.bind(bank);
    bank.submit = async () => {
      throw new NotSent("the provider is down", 60_000);
    };
    await worker.drain();
    expect(await asks(id)).toMatchObject([{ state: "new", attempts: 1 }]);
    Object.assign(bank, { submit, events: [{ event: "paid", input: { reference: "B13" } }] });
    await world.clock.advance(59_000);
    await worker.drain();
    expect(bank.submitted).toHaveLength(0);
    await world.clock.advance(1_000);
    await worker.drain();
    expect(bank.queried.filter((askId) => askId.includes(id))).toEqual([]);
    expect([bank.submitted.length, await statusOf(id)]).toEqual([1, "done"]);
    const [failed] = await world.db.query(
      "SELECT count(*) AS n FROM job WHERE kind = 'bank.pay' AND payload::text LIKE $1 AND state <> 'done'",
      [`%${id}%`],
    );
    expect(Number(failed!["n"])).toBe(0);
  });

  it("is submitted by only one of two workers with the same job", async () => {
    bank.state = "accepted";
    const id = await pay("2014.00");
    const handlers = createHandlers({ context: world.context, providers: { payout: bank } });
    const [row] = await world.db.query(
      "SELECT id, kind, m, attempts, payload FROM job WHERE kind = 'bank.pay' AND payload::text LIKE $1",
      [`%${id}%`],
    );
    const job = { id: row!["id"], kind: row!["kind"], tenant: row!["m"], attempts: 0, payload: row!["payload"] };
    const tools = { db: world.db, finish: async () => {} };
    await Promise.allSettled([handlers["bank.pay"]!(job, tools), handlers["bank.pay"]!(job, tools)]);
    expect(bank.submitted).toHaveLength(1);
    await worker.drain();
    expect(bank.submitted).toHaveLength(1);
  });

  it("skips events that do not fit the order's status: late, repeated or reordered", async () => {
    bank.events = [
      { event: "returned" },
      { event: "sent" },
      { event: "sent" },
      { event: "paid", input: { reference: "B5" } },
    ];
    const id = await pay("2004.00");
    await worker.drain();
    expect(await statusOf(id)).toBe("done");
  });

  it("applies a repeated event once, even after the order returned to the previous status", async () => {
    bank.state = "accepted";
    const id = await pay("2007.00");
    await worker.drain();
    const request = { order: { id, version: bank.submitted[0]!.order.version }, job: "bank.pay" };
    const target = { entity: withdrawal, tenant: solo.tenant, ask: request };
    const take = (eventId: string, event: string) =>
      world.db.tx((tx) => tryFireEvent(tx, target, { id: eventId, event, input: {} }, world.context));
    expect(await take("e1", "investigate")).toBe(true);
    expect(await take("e2", "cleared")).toBe(true);
    expect(await take("e1", "investigate")).toBe(false);
    expect(await statusOf(id)).toBe("processing");
    expect(await take("e3", "investigate")).toBe(true);
  });

  it("rejects a negative charge on a return, which would refund more than was paid", async () => {
    bank.events = [{ event: "sent" }, { event: "paid", input: { reference: "B7" } }];
    const id = await pay("2011.00");
    await worker.drain();
    const before = await world.cny(solo.tenant);
    const target = { entity: withdrawal, tenant: solo.tenant, ask: { order: { id } } };
    const returned = (charge: string) =>
      world.db.tx((tx) =>
        tryFireEvent(tx, target, { id: "r1", event: "returned", input: { reason: "MS03", charge } }, world.context),
      );
    await expect(returned("-15.00")).rejects.toMatchObject({ failure: "invalid", errors: [{ at: "/charge" }] });
    expect([await statusOf(id), await world.cny(solo.tenant)]).toEqual(["done", before]);
    expect(await returned("15.00")).toBe(true);
    expect((await world.cny(solo.tenant)).avail - before.avail).toBe(199_600n);
    for (const [name, field] of [
      ["clearing", "charge"],
      ["remittance", "correspondentCharge"],
    ] as const) {
      const transitions = schemas.entity(name).lifecycle!.transitions;
      expect(transitions.find(({ on }) => on === "returned")?.takes).toEqual([field]);
      expect(schemas.entity(name).fields.find((one) => one.name === field)?.schema["formatMinimum"]).toBe("0");
    }
  });

  it("is not submitted when the order was decided before its job ran", async () => {
    const id = await pay("2008.00");
    const refused = { entity: withdrawal, id, event: "refused", input: { reason: "AC04" } };
    await world.db.tx((tx) =>
      fire(tx, { ...refused, actor: createSystemActor("provider", solo.tenant, "operator") }, world.context),
    );
    await worker.drain();
    expect(bank.submitted).toEqual([]);
    expect(await statusOf(id)).toBe("failed");
  });

  describe("with an answer that cannot be used opens a case, changes nothing, and is retried:", () => {
    const paid = (reference: string) => ({ event: "paid", input: { reference } });
    const casesAbout = (id: string) =>
      world.db
        .query<{ data: Row }>("SELECT data FROM e_case WHERE f_kind = 'answer' AND position($1 IN f_subject) > 0", [id])
        .then((rows) => rows.map(({ data }) => data));
    it.each<[string, Partial<Recorder>, RegExp, number]>([
      ["one about another request", { misnamed: "another", events: [paid("C1")] }, /answered about another/, 2030],
      [
        "an event of another request",
        { events: [{ ...paid("C2"), askId: "100001/withdrawal/WD1/2/bank.pay" }] },
        /answered about 100001\/withdrawal\/WD1/,
        2031,
      ],
      ["an outcome without an event", { events: [] }, /without an event that moves/, 2032],
      [
        "an outcome whose event the order does not accept",
        { events: [{ event: "returned" }] },
        /without an event/,
        2033,
      ],
      ["the bank reference of another order", { events: [paid("TAKEN")] }, /duplicate \(bankOrderNo\)/, 2034],
    ])("%s", async (_, answer, says, amount) => {
      bank.events = [paid("TAKEN")];
      if (amount === 2034) {
        await pay("2035.00");
        await worker.drain();
      }
      Object.assign(bank, answer);
      const before = await world.cny(solo.tenant);
      const id = await pay(`${amount}.00`);
      const held = await world.cny(solo.tenant);
      expect(before.avail + before.hold).toBe(held.avail + held.hold);
      await worker.drain();
      expect([await statusOf(id), await world.cny(solo.tenant)]).toEqual(["processing", held]);
      expect(await casesAbout(id)).toMatchObject([
        { status: "open", currency: "CNY", detail: expect.stringMatching(says) },
      ]);
      Object.assign(bank, { misnamed: undefined, events: [paid(`C${amount}`)] });
      await dueAgain();
      await worker.drain();
      expect(await statusOf(id)).toBe("done");
      expect(await casesAbout(id)).toMatchObject([{ status: "solved", resolution: "answered" }]);
    });
  });

  it("does not approve a payee that changed during its review", async () => {
    const payee = schemas.entities.get("remitPayee")!;
    const [id, m] = ["RP1", solo.tenant];
    const status = "notAudited";
    const data = { [payee.key]: id, payeeName: "First Ltd", status };
    await world.db.tx((tx) => add(tx, payee, { tenant: m, id, status, data, at: world.clock.now() }));
    await world.db.query(
      `INSERT INTO order_event (m, order_kind, order_id, seq, event, "to", by, at) VALUES ($1, 'remitPayee', $2, 1, 'add', $3, 'merchant', $4)`,
      [m, id, status, new Date(world.clock.now()).toISOString()],
    );
    const context = { ...world.context, proved: Promise.resolve("pay" as const) };
    const kyc = new Recorder("kyc", ["party.review"]);
    kyc.state = "accepted";
    const handlers = createHandlers({ context: world.context, providers: { kyc, payout: bank } });
    const reviewer = new Worker({ db: world.db, clock: world.clock, handlers });
    const amend = async (payeeName: string) => {
      const before = (await load(world.db, payee, m, id))!;
      const edit = { before, data: { ...before.data, payeeName } };
      await world.db.tx((tx) => fire(tx, { entity: payee, id, event: "amend", actor: solo, input: {}, edit }, context));
      await reviewer.drain();
      return kyc.submitted.at(-1)!;
    };
    const first = await amend("Honest Ltd");
    const second = await amend("Sanctioned Ltd");
    expect([first.payload["payeeName"], second.payload["payeeName"]]).toEqual(["Honest Ltd", "Sanctioned Ltd"]);
    const take = (request: ProviderRequest, event: string) =>
      world.db.tx((tx) =>
        tryFireEvent(
          tx,
          { entity: payee, tenant: m, ask: request },
          { id: `${request.id}/${event}`, event, input: {} },
          world.context,
        ),
      );
    expect([await take(first, "opened"), await take(first, "pass")]).toEqual([false, false]);
    expect((await load(world.db, payee, m, id))?.status).toBe("notAudited");
    expect([await take(second, "opened"), await take(first, "pass"), await take(second, "pass")]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it("received money is booked without a request unless the provider checks receipts", async () => {
    const recharge = schemas.entities.get("recharge")!;
    let received = 0;
    const receive = async (amount: string) =>
      String(
        (
          await world.db.tx((tx) =>
            create(
              tx,
              {
                entity: recharge,
                input: {
                  remitterName: "Nordwind",
                  currency: "USD",
                  amount,
                  actualAmount: amount,
                  reference: `R${++received}`,
                },
                actor: createSystemActor("provider", solo.tenant, "test"),
                event: "received",
              },
              world.context,
            ),
          )
        )["serialNo"],
      );
    const bookedBy = async (collect: Recorder) => {
      const handlers = createHandlers({ context: world.context, providers: { collect } });
      const id = await receive("500.00");
      await new Worker({ db: world.db, clock: world.clock, handlers }).drain();
      return (await load(world.db, recharge, solo.tenant, id))?.data["booking"];
    };
    const quiet = new Recorder("collect", ["collection.expect"]);
    expect(await bookedBy(quiet)).toBe("booked");
    expect(quiet.submitted).toEqual([]);
    const checking = new Recorder("collect", ["collection.book"]);
    expect(await bookedBy(checking)).toBe("toBeBooked");
    expect(checking.submitted).toMatchObject([{ job: "collection.book" }]);
  });

  it("in the sandbox has one effect however often it is submitted, and can be queried", async () => {
    const { payout } = createProviders(world.db, world.context, "normal");
    const record = (await load(world.db, withdrawal, solo.tenant, await pay("2005.00")))!;
    const request: ProviderRequest = {
      id: "m/withdrawal/x/1/bank.pay",
      job: "bank.pay",
      order: { kind: "withdrawal", id: record.id, version: 1 },
      merchant: { id: solo.tenant, name: "x" },
      payload: record.data,
      deadline: new Date(0).toISOString(),
    };
    const { signal } = new AbortController();
    const steps = async () => (await world.db.query("SELECT 1 FROM job WHERE kind = 'sandbox.step'")).length;
    const before = await steps();
    expect(await payout!.query(request.id, signal)).toBe("unknown");
    for (const answer of [await payout!.submit(request, signal), await payout!.submit(request, signal)])
      expect(answer).toEqual({ askId: request.id, state: "accepted", events: [] });
    expect(await steps()).toBe(before + 1);
    expect(await payout!.query(request.id, signal)).toMatchObject({ state: "accepted" });
  });
});

it("scripts of the sandbox read only fields that are sent to a provider", () => {
  const asked = [...schemas.entities.values()].flatMap((entity) =>
    scripts
      .filter(({ job }) => entity.lifecycle?.transitions.some((transition) => transition.job === job))
      .map(({ script }) => ({ entity, script })),
  );
  const read = new Set<string>();
  for (const { entity, script } of asked) {
    const kept = entity.fields.filter((field) => decideMasking(field, "provider") !== "leaves").map(({ name }) => name);
    const filled = Object.fromEntries(entity.fields.map(({ name }) => [name, /currency/i.test(name) ? "USD" : "1.00"]));
    const record = new Proxy<Row>(filled, {
      get(row, name) {
        if (typeof name === "string" && name in row) {
          read.add(`${entity.name}.${name}`);
          expect(kept).not.toContain(name);
        }
        return typeof name === "string" ? row[name] : undefined;
      },
    });
    for (const ending of [0, 10, 20, 30, 40, 50, 51, 60, 70])
      script({ entity, record, ending, speed: "instant", clock: { now: () => 0 } });
    readAmountEnding(entity, record);
  }
  expect([...read]).toEqual(expect.arrayContaining(["withdrawal.amount", "remittance.fee", "onboarding.companyName"]));
});

describe("startup", () => {
  it("fails without providers, names each job with the port to configure, and changes nothing", async () => {
    const { db, close } = await openFresh();
    const refused = await startPayments({ db, schemas, dataDir: temporaryFolder(), logLevel: "fatal" }).catch(
      (error: unknown) => error,
    );
    expect(refused).toBeInstanceOf(ProvidersMissing);
    const { message } = refused as ProvidersMissing;
    for (const job of PORTS.flatMap(({ jobs }) => jobs))
      expect(message).toMatch(new RegExp(`^ {2}${job} +the port \\w+ has no provider for it$`, "m"));
    expect(message).not.toContain("card.make");
    expect(message).toContain("PORTOLAN_MODE=sandbox");
    await expect(db.query("SELECT 1 FROM schema_lock")).rejects.toThrow();
    await close();
  });

  it("accepts a provider for a job only at the job's port and when the provider lists it", async () => {
    const own = new Set(["card.make"]);
    const jobs = ["bank.pay", "card.make", "kyc.review", "no.such"];
    const payout = new Recorder("payout", ["bank.pay", "kyc.review"]);
    expect(await findUnanswered(jobs, own, { payout })).toEqual([
      { job: "kyc.review", port: "kyc" },
      { job: "no.such", port: undefined },
    ]);
    expect(await findUnanswered(jobs, own, { payout: new Recorder("payout", []) })).toContainEqual({
      job: "bank.pay",
      port: "payout",
    });
    expect(listJobs(schemas.entities.values())).toEqual(Object.keys(compileOptions.jobs).toSorted());
  });
});
