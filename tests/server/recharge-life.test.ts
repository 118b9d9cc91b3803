/**
 * Incoming money in the lifecycle and the ledger: announced or not, too little or too much, investigated, returned,
 * expired.
 */
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "../../server/core/actor.ts";
import { createSystemActor } from "../../server/lifecycle/clock-events.ts";
import { readBalances } from "../../server/payments/ledger/balances.ts";
import { create } from "../../server/lifecycle/create.ts";
import { fire } from "../../server/lifecycle/fire.ts";
import { load } from "../../server/lifecycle/store.ts";
import { readTimeline } from "../../server/lifecycle/timeline.ts";
import { receiveMoney, type ReceivedMoney } from "../../server/payments/collect/sandbox/deposit.ts";
import type { Row } from "@portolan/engine";
import { moneyWorld, schemas, type World } from "./money-world.ts";
import { withDemo } from "./prepared.ts";

const DAY = 86_400_000;
const recharge = schemas.entity("recharge");

withDemo("collection", (open) => {
  let world: World;
  let maker: Actor;
  beforeAll(async () => {
    world = await moneyWorld(await open());
    maker = await world.actor("maker");
  });

  const own = { remitterName: "Nordwind Handels GmbH", currency: "USD", businessType: "ecommerce" };
  const announce = async (amount: string, more: Row = {}) =>
    String(
      (
        await world.db.tx((tx) =>
          create(tx, { entity: recharge, input: { ...own, amount, ...more }, actor: maker }, world.context),
        )
      )["serialNo"],
    );
  const arrive = (amount: string, more: Partial<ReceivedMoney> = {}) =>
    world.db.tx((tx) =>
      receiveMoney(tx, { tenant: maker.tenant, currency: "USD", amount, ...more }, world.context, world.clock.now()),
    );
  const act = (id: string, event: string, actor: Actor, input: Row = {}) =>
    world.db.tx((tx) => fire(tx, { entity: recharge, id, event, actor, input }, world.context));
  const bank = () => createSystemActor("provider", maker.tenant, "test");
  const look = async (id: string): Promise<Row> => (await load(world.db, recharge, maker.tenant, id))!.data;
  const events = async (id: string) =>
    (await readTimeline(world.db, recharge, maker.tenant, id)).map(({ event }) => event);
  const usd = async () => {
    const { avail = 0n, hold = 0n, in: seen = 0n } = (await readBalances(world.db, maker.tenant)).get("USD") ?? {};
    return { avail, hold, in: seen };
  };
  /** Returns the change of the wallet during `work`, in cents. */
  const moved = async (work: () => Promise<unknown>) => {
    const before = await usd();
    await work();
    const after = await usd();
    return { avail: after.avail - before.avail, in: after.in - before.in };
  };

  it("an announced deposit moves nothing, received money is pending in the wallet, and booking credits it less the fee [F2 S2 S3 S13]", async () => {
    let id = "";
    expect(await moved(async () => (id = await announce("1000.10")))).toEqual({ avail: 0n, in: 0n });
    expect(await look(id)).toMatchObject({ status: "pending", booking: "notBooked", fee: "5.00", maker: "陈明" });
    expect(await moved(() => arrive("1000.10"))).toEqual({ avail: 0n, in: 100_010n });
    expect(await look(id)).toMatchObject({
      status: "processing",
      booking: "toBeBooked",
      actualAmount: "1000.10",
      difference: "0.00",
      collectionTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    expect(await moved(() => act(id, "book", bank()))).toEqual({ avail: 99_510n, in: -100_010n });
    expect(await look(id)).toMatchObject({ status: "done", booking: "booked", fee: "5.00", netAmount: "995.10" });
    expect(await events(id)).toEqual(["expect", "received", "book"]);
  });

  it("an announced deposit arrives in the sandbox and is booked", async () => {
    const id = await announce("2000.00");
    expect(await moved(() => world.worker.drain())).toEqual({ avail: 199_500n, in: 0n });
    expect(await look(id)).toMatchObject({ status: "done", booking: "booked" });
  });

  it("an unannounced deposit creates an order", async () => {
    const [id] = await arrive("300.00", { remitter: "Blue Harbor Trading LLC" });
    expect(await look(id!)).toMatchObject({
      status: "processing",
      booking: "toBeBooked",
      remitterName: "Blue Harbor Trading LLC",
      amount: "300.00",
      actualAmount: "300.00",
    });
    await world.worker.drain();
    expect((await look(id!))["status"]).toBe("done");
    expect(await events(id!)).toEqual(["received", "book"]);
  });

  it("a fee that takes a whole deposit is said in its notice", async () => {
    const [id] = await arrive("0.01", { remitter: "Blue Harbor Trading LLC" });
    await world.worker.drain();
    expect(await look(id!)).toMatchObject({ status: "done", fee: "0.01", netAmount: "0.00" });
    const [notice] = await world.db.query<{ said: Row }>(
      "SELECT said FROM notification WHERE order_id = $1 AND event = 'book'",
      [id],
    );
    expect(notice!.said).toEqual({
      zh: expect.stringMatching(/付来 0\.01\sUSD，手续费 0\.01\sUSD，已入账 0\.00\sUSD。$/),
      en: expect.stringMatching(/^0\.01\sUSD from Blue Harbor Trading LLC: 0\.00\sUSD credited, fee 0\.01\sUSD\.$/),
    });
  });

  it(".60 receives 3.00 less than announced and shows the difference [V5]", async () => {
    const id = await announce("500.60");
    expect(await moved(() => world.worker.drain())).toEqual({ avail: 49_260n, in: 0n });
    expect(await look(id)).toMatchObject({
      actualAmount: "497.60",
      difference: "3.00",
      fee: "5.00",
      netAmount: "492.60",
    });
  });

  it("the actual amount received cannot exceed the announced amount [V5]", async () => {
    const id = await announce("600.10");
    const refused = await moved(async () => {
      const error = await act(id, "received", bank(), { actualAmount: "600.11" }).catch((failure: unknown) => failure);
      expect(error).toMatchObject({
        failure: "invalid",
        errors: [{ at: "/actualAmount", code: "actualWithin", message: "实际到账不能超过对方付出的 600.10" }],
      });
    });
    expect(refused).toEqual({ avail: 0n, in: 0n });
    expect((await look(id))["status"]).toBe("pending");
  });

  it("an overpayment creates a second order for the surplus [V5]", async () => {
    const id = await announce("700.10");
    const [first, second] = await arrive("750.10", { order: id });
    expect(first).toBe(id);
    expect(await look(id)).toMatchObject({ status: "processing", amount: "700.10", actualAmount: "700.10" });
    expect(await look(second!)).toMatchObject({
      status: "processing",
      amount: "50.00",
      actualAmount: "50.00",
      overpaymentOf: id,
      remitterName: own.remitterName,
    });
    await world.worker.drain();
  });

  it("money is matched by amount, then by remitter with a smaller amount", async () => {
    const [small, big] = [await announce("810.10"), await announce("820.10", { remitterName: "Sakura Shoji KK" })];
    expect(await arrive("820.10")).toEqual([big]);
    expect(await arrive("800.10", { remitter: own.remitterName })).toEqual([small]);
    expect(await look(small)).toMatchObject({ actualAmount: "800.10", difference: "10.00" });
    await expect(arrive("1.00", { order: small })).rejects.toMatchObject({ failure: "notFound" });
  });

  it("money under investigation stays in the wallet until it is cleared or returned [S2 S13]", async () => {
    const [id] = await arrive("900.30");
    await world.worker.drain();
    expect(await look(id!)).toMatchObject({ status: "investigating", booking: "toBeBooked" });
    await world.clock.advance(5 * DAY);
    expect(await moved(() => world.worker.drain())).toMatchObject({ avail: expect.any(BigInt) });
    expect((await look(id!))["status"]).toBe("done");
    expect(await events(id!)).toEqual(["received", "investigate", "cleared", "book"]);
    const [back] = await arrive("910.50");
    await world.worker.drain();
    await world.clock.advance(5 * DAY);
    expect(await moved(() => world.worker.drain())).toEqual({ avail: 0n, in: -91_050n });
    expect(await look(back!)).toMatchObject({ status: "failed", booking: "notBooked", reasonCode: "CU01" });
  });

  it("documents are requested for .40 and for large general trade", async () => {
    const [asked] = await arrive("42000.40");
    const large = await announce("100000.00", { businessType: "generalTrade" });
    const shop = await announce("100000.00");
    await world.worker.drain();
    expect((await look(asked!))["status"]).toBe("waitingCredentials");
    expect((await look(large))["status"]).toBe("waitingCredentials");
    expect((await look(shop))["status"]).toBe("done");
  });

  it("documents for general trade are requested by its value in US dollars, or when no rate is known", async () => {
    const trade = (currency: string, amount: string) => announce(amount, { businessType: "generalTrade", currency });
    await world.db.query("DELETE FROM rate");
    const unknown = await trade("CNY", "5000.00");
    await world.worker.drain();
    expect((await look(unknown))["status"]).toBe("waitingCredentials");
    await world.db.query("INSERT INTO rate (at, mids) VALUES ($1, $2)", [
      new Date(world.clock.now()).toISOString(),
      JSON.stringify({ CNY: "7.10", JPY: "150" }),
    ]);
    const [small, large, dollars] = [
      await trade("CNY", "709999.99"),
      await trade("CNY", "710000.00"),
      await trade("USD", "99999.99"),
    ];
    await world.worker.drain();
    expect([(await look(small))["status"], (await look(large))["status"], (await look(dollars))["status"]]).toEqual([
      "done",
      "waitingCredentials",
      "done",
    ]);
  });

  it("money in a currency without terms stays in the wallet [M18]", async () => {
    const [id] = await world.db.tx((tx) =>
      receiveMoney(tx, { tenant: maker.tenant, currency: "NOK", amount: "500.00" }, world.context, world.clock.now()),
    );
    await world.worker.drain();
    expect(await look(id!)).toMatchObject({ status: "processing", booking: "toBeBooked" });
    await expect(act(id!, "book", bank())).rejects.toMatchObject({ failure: "transition" });
  });

  it("the clock books deposits without questions after a day, and rescinds announcements after seven days", async () => {
    const [waits] = await arrive("950.10");
    const id = await announce("960.10");
    await world.worker.drain();
    expect((await look(waits!))["status"]).toBe("processing");
    await world.clock.advance(DAY);
    await world.worker.drain();
    expect((await look(waits!))["status"]).toBe("done");
    expect((await look(id))["status"]).toBe("pending");
    // Answering a request restarts the one-day period.
    const [asked] = await arrive("951.10");
    await world.worker.drain();
    await world.clock.advance(DAY / 2);
    await act(asked!, "investigate", bank());
    await act(asked!, "cleared", bank());
    await world.clock.advance(DAY / 2);
    await world.worker.drain();
    expect((await look(asked!))["status"]).toBe("processing");
    await world.clock.advance(DAY / 2);
    await world.worker.drain();
    expect((await look(asked!))["status"]).toBe("done");
    await world.clock.advance(6 * DAY);
    await world.worker.drain();
    expect(await look(id)).toMatchObject({ status: "rescinded", booking: "notBooked" });
    expect(await events(id)).toEqual(["expect", "lapse"]);
  });

  describe("an event that the status does not allow", () => {
    it("is rejected and changes nothing [S13]", async () => {
      const id = await announce("970.10");
      const fromPending: [string, Actor][] = [
        ["book", bank()],
        ["pass", bank()],
        ["askDocuments", bank()],
        ["investigate", bank()],
        ["returned", bank()],
        ["upload", maker],
        ["received", maker],
        ["lapse", maker],
      ];
      for (const [event, actor] of fromPending)
        await expect(act(id, event, actor)).rejects.toMatchObject({ failure: "transition" });
      await act(id, "cancel", maker);
      expect(await look(id)).toMatchObject({ status: "rescinded", booking: "notBooked" });
      for (const [event, actor] of [
        ["cancel", maker],
        ["received", bank()],
      ] as const)
        await expect(act(id, event, actor, { actualAmount: "1.00" })).rejects.toMatchObject({
          failure: "transition",
        });
      await expect(
        world.db.tx((tx) =>
          create(
            tx,
            { entity: recharge, input: { ...own, amount: "50.00" }, actor: maker, event: "received" },
            world.context,
          ),
        ),
      ).rejects.toMatchObject({ failure: "transition" });
    });

    it("a cancelled deposit releases its share of the monthly limit", async () => {
      const used = async () =>
        (
          await world.db.query(
            "SELECT used FROM limit_counter WHERE m = $1 AND rule = 'recharge/channel.monthlyMax/USD' ORDER BY period DESC",
            [maker.tenant],
          )
        )[0]!.used;
      const before = Number(await used());
      const id = await announce("980.10");
      expect(Number(await used())).toBeCloseTo(before + 980.1, 2);
      await act(id, "cancel", maker);
      expect(Number(await used())).toBeCloseTo(before, 2);
    });
  });

  it("the books balance, and no job is dead", async () => {
    expect(await world.broken()).toEqual([]);
    expect(await world.db.query("SELECT kind, error FROM job WHERE state = 'dead'")).toEqual([]);
    const [row] = await world.db.query(
      "SELECT coalesce(sum(CAST(data->>'actualAmount' AS numeric)), 0) AS n FROM e_recharge WHERE m = $1 AND data->>'booking' = 'toBeBooked' AND data->>'currency' = 'USD'",
      [maker.tenant],
    );
    expect(Number(row!.n) * 100).toBeCloseTo(Number((await usd()).in), 0);
  });
});
