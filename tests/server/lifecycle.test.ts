import { settings } from "../../src/payments/settings.ts";
import { beforeAll, describe, expect, test } from "vitest";
import type { Actor } from "../../server/core/actor.ts";
import { verifyAudit } from "../../server/audit/audit.ts";
import { listAllowedEvents } from "../../server/lifecycle/allowed.ts";
import { findReview } from "../../server/lifecycle/four-eyes.ts";
import { createTurnSql } from "../../server/lifecycle/turn.ts";
import { keepOwnReviews } from "../../server/payments/upgrade/own-reviews.ts";
import { count } from "../../server/payments/effect-handlers/count.ts";
import { parseDurationMs } from "../../server/lifecycle/duration.ts";
import { createRecordNumber } from "../../server/lifecycle/order-number.ts";
import { add, load } from "../../server/lifecycle/store.ts";
import { readTimeline } from "../../server/lifecycle/timeline.ts";
import { createSystemActor } from "../../server/lifecycle/clock-events.ts";
import type { EffectContext } from "../../server/lifecycle/context.ts";
import { cascadeLater } from "../../server/lifecycle/effect-handlers/cascade-later.ts";
import { listCascadedEvents } from "../../server/lifecycle/effect-handlers/cascade.ts";
import { createLines } from "../../server/payments/effect-handlers/money.ts";
import type { Tx } from "../../server/store/database.ts";
import { Decimal, type Row, type TransitionPlan } from "@portolan/engine";
import { productSchemas } from "../product-schemas.ts";
import { moneyWorld, withdrawal, type World } from "./money-world.ts";
import { withDemo } from "./prepared.ts";

test.each([
  ["P30D", 2_592_000_000],
  ["PT15M", 900_000],
  ["P1DT2H", 93_600_000],
  ["P2W", 1_209_600_000],
  ["PT0.5S", undefined],
  ["P1M", undefined],
  ["P", undefined],
  ["", undefined],
])("parses or rejects the duration %s", (text, ms) => {
  if (ms === undefined) expect(() => parseDurationMs(text)).toThrow();
  else expect(parseDurationMs(text)).toBe(ms);
});

class Undo extends Error {}
const undone = (error: unknown) => {
  if (!(error instanceof Undo)) throw error;
};

test("record numbers start with the date in China and are unique", () => {
  const numbers = Array.from({ length: 900 }, () =>
    createRecordNumber({ number: "WD", dialect: settings }, Date.parse("2026-11-20T16:00:01Z")),
  );
  expect(new Set(numbers).size).toBe(900);
  for (const number of numbers) expect(number).toMatch(/^WD2026112100001\d{7}$/);
});

withDemo("lifecycle", (open) => {
  let world: World;
  let maker: Actor;
  let checker: Actor;
  let solo: Actor;
  const bank = () => createSystemActor("provider", maker.tenant, "test");
  beforeAll(async () => {
    world = await moneyWorld(await open());
    [maker, checker, solo] = [await world.actor("maker"), await world.actor("checker"), await world.actor("solo")];
    await world.deposit(maker.tenant, 10_000_000n);
    await world.deposit(solo.tenant, 1_000_000n);
  });

  /** Rows that a refused call must not change. */
  const picture = async () =>
    JSON.stringify([
      await world.db.query("SELECT m, id, balance, seq FROM ledger_account ORDER BY m, id"),
      await world.db.query("SELECT id, status, version, data FROM e_withdrawal ORDER BY id"),
      await world.db.query(
        "SELECT count(*) AS n FROM order_event UNION ALL SELECT count(*) FROM ledger_txn UNION ALL SELECT count(*) FROM job UNION ALL SELECT count(*) FROM audit UNION ALL SELECT count(*) FROM limit_entry",
      ),
      await world.db.query("SELECT m, rule, period, used FROM limit_counter ORDER BY m, rule, period"),
    ]);
  const refused = async (work: () => Promise<unknown>, failure: string, more: object = {}) => {
    const before = await picture();
    await expect(work()).rejects.toMatchObject({ failure, ...more });
    expect(await picture()).toBe(before);
  };

  test("an order from application to payment leaves postings, events, audit rows, a message and a notice", async () => {
    const before = await world.cny(maker.tenant);
    const order = await world.apply(maker, "2000.00", {
      remark: "货款",
      fee: "12.00",
      debit: "2012.00",
      status: "done",
      bank: "自己写的银行",
    });
    expect(order).toMatchObject({
      status: "toBeReviewed",
      amount: "2000.00",
      fee: "12.00",
      debit: "2012.00",
      rate: "0.001",
      maker: "陈明",
      remark: "货款",
    });
    expect(order["bank"]).not.toBe("自己写的银行");
    expect(order["linkedBankNo"]).toMatch(/^\d{12}$/);
    expect(await world.cny(maker.tenant)).toEqual({
      avail: before.avail - 201_200n,
      hold: before.hold + 201_200n,
      in: 0n,
    });

    const id = String(order["orderNo"]);
    expect(await world.fire(id, "pass", checker)).toMatchObject({ status: "processing", checker: "李慧" });
    await world.worker.drain();
    const paid = await load(world.db, withdrawal, maker.tenant, id);
    expect(paid).toMatchObject({ status: "done", data: { status: "done", amount: "2000.00" } });
    expect(paid?.data["bankOrderNo"]).toMatch(/^\d{18}$/);
    expect(await world.cny(maker.tenant)).toEqual({ avail: before.avail - 201_200n, hold: before.hold, in: 0n });

    expect(
      (await readTimeline(world.db, withdrawal, maker.tenant, id)).map(({ event, from, to, by, username, name }) => [
        event,
        from,
        to,
        by,
        username,
        name,
      ]),
    ).toEqual([
      ["apply", null, "toBeReviewed", "merchant", "maker@demo.portolan", "陈明"],
      ["pass", "toBeReviewed", "processing", "merchant", "checker@demo.portolan", "李慧"],
      ["sent", "processing", "waitingAsync", "provider", null, null],
      ["paid", "waitingAsync", "done", "provider", null, null],
    ]);
    const [mail] = await world.db.query(
      "SELECT target, subject FROM outbox WHERE body LIKE $1 AND target LIKE 'maker%'",
      [`%${id}%`],
    );
    expect(mail).toEqual({
      target: "maker@demo.portolan",
      subject: `已付给${order["holder"]} 2,000.00\u00a0CNY。 / 2,000.00\u00a0CNY paid to ${order["holder"]}.`,
    });
    expect(await world.db.query('SELECT event, "to" FROM notification WHERE order_id = $1', [id])).toEqual([
      { event: "paid", to: "done" },
    ]);
    expect(await world.broken()).toEqual([]);
  });

  test("an order is approved by another user, and by its maker only if that was allowed when it was made", async () => {
    const order = await world.apply(checker, "2000.00");
    const [id, total] = [String(order["orderNo"]), { proved: "pay+totp" } as const];
    const passOf = async (more: Row = {}) =>
      (
        await listAllowedEvents(
          { ...world.context, db: world.db },
          withdrawal,
          { id, status: "toBeReviewed", data: { ...order, ...more } },
          checker,
        )
      ).find(({ event }) => event === "pass");
    await refused(() => world.fire(id, "pass", maker), "notGranted");
    // The checker is the only user with the grant, but not the only user.
    await refused(() => world.fire(id, "pass", checker, {}, total), "makerIsChecker");
    expect(await passOf()).toMatchObject({ blocked: "makerIsChecker" });
    expect(await findReview(world.db, withdrawal, { id, status: "toBeReviewed" }, checker)).toEqual({
      names: [],
      isYours: false,
    });
    // A suspended colleague does not count, so above the limit the remaining user needs the second factor.
    await world.db.query("UPDATE portal_user SET state = 'disabled' WHERE id = $1", [maker.userId]);
    expect(await passOf({ amount: "50000.01" })).toMatchObject({ stepUp: "pay+totp", blocked: undefined });
    await world.db.query("UPDATE portal_user SET state = 'active' WHERE id = $1", [maker.userId]);

    // The order waited for its maker when the rule changed, before the migration ran.
    await world.db.query("DELETE FROM schema_lock WHERE entity = '(own reviews)'");
    expect(await keepOwnReviews(world.db, world.context.schemas)).toEqual([
      expect.stringMatching(new RegExp(`^${checker.tenant} ${checker.username}: 1 orders .*${id}`)),
    ]);
    expect(await keepOwnReviews(world.db, world.context.schemas)).toEqual([]);
    expect(await world.db.query("SELECT user_id, event FROM notification WHERE order_id = $1", [id])).toEqual([
      { user_id: checker.userId, event: "pass" },
    ]);
    expect(
      await world.db.query(
        "SELECT target FROM outbox WHERE body LIKE $1 AND subject LIKE '%No colleague can approve%'",
        [`%${id}%`],
      ),
    ).toEqual([{ target: checker.username }]);
    const later = await world.apply(checker, "2000.00");
    await refused(() => world.fire(later["orderNo"], "pass", checker, {}, total), "makerIsChecker");
    const waiting = (await createTurnSql(world.db, [withdrawal], checker))(withdrawal).isWaiting;
    expect(
      await world.db.query(`SELECT id FROM e_withdrawal WHERE m = $1 AND ${waiting} AND id IN ($2, $3)`, [
        checker.tenant,
        id,
        String(later["orderNo"]),
      ]),
    ).toEqual([{ id }]);
    await refused(() => world.fire(id, "pass", checker), "totpNeeded");
    await refused(() => world.fire(id, "pass", checker, {}, { proved: undefined }), "proofMissing");
    // A colleague with the grant reviews instead.
    const setGrants = (grants: Iterable<string>) =>
      world.db.query("UPDATE portal_user SET grants = $2 WHERE id = $1", [maker.userId, JSON.stringify([...grants])]);
    await setGrants([...maker.grants, "withdrawal.review"]);
    await refused(() => world.fire(id, "pass", checker, {}, total), "makerIsChecker");
    await setGrants(maker.grants);
    expect(await world.fire(id, "pass", checker, {}, total)).toMatchObject({ status: "processing" });
    const [act] = await world.db.query(
      "SELECT actor, detail FROM audit WHERE object = $1 AND action = 'withdrawal.pass'",
      [`withdrawal/${String(order["orderNo"])}`],
    );
    expect(act).toMatchObject({ actor: checker.userId, detail: { sole: true } });
    expect(await verifyAudit(world.db)).toEqual([]);
  });

  test("a rejection and a lapse notify the maker in the portal and by mail, the maker's own cancellation does not", async () => {
    const told = async (id: string) => ({
      notices: await world.db.query("SELECT user_id, event, said FROM notification WHERE order_id = $1", [id]),
      mails: await world.db.query("SELECT target, subject FROM outbox WHERE body LIKE $1 AND target = $2", [
        `%${id}%`,
        maker.username,
      ]),
    });
    const ended = async (event: string, actor: Actor, input: Row = {}) => {
      const { orderNo, holder } = await world.apply(maker, "2000.00");
      await world.fire(orderNo, event, actor, input);
      return { ...(await told(String(orderNo))), holder };
    };
    const back = "2,012.00\u00a0CNY 已退回可用余额";
    const clock = createSystemActor("clock", maker.tenant, "test");
    for (const [event, actor, input, zh] of [
      [
        "reject",
        checker,
        { reason: "金额有误" },
        (holder: string) => `李慧驳回了付给${holder}的 2,000.00\u00a0CNY：金额有误。`,
      ],
      ["cancel", checker, {}, (holder: string) => `李慧撤销了付给${holder}的 2,000.00\u00a0CNY。`],
      ["lapse", clock, {}, (holder: string) => `付给${holder}的 2,000.00\u00a0CNY 逾期未复核，已撤销。`],
    ] as const) {
      const { notices, mails, holder } = await ended(event, actor, input);
      expect(notices).toEqual([{ user_id: maker.userId, event, said: expect.anything() }]);
      expect(notices[0]?.said?.zh).toContain(zh(String(holder)));
      expect(notices[0]?.said?.zh).toContain(back);
      expect(mails).toEqual([{ target: maker.username, subject: expect.stringContaining(zh(String(holder))) }]);
    }
    expect(await ended("cancel", maker)).toMatchObject({ notices: [], mails: [] });
  });

  test("an order is cancelled by its maker or a reviewer, not by another maker", async () => {
    const { orderNo, status } = await world.apply(maker, "2000.00");
    const grants = new Set([...checker.grants].filter((grant) => grant !== "withdrawal.review"));
    await refused(() => world.fire(orderNo, "cancel", { ...checker, grants }), "notGranted");
    const record = { id: String(orderNo), status: String(status) };
    expect(
      await listAllowedEvents({ ...world.context, db: world.db }, withdrawal, record, { ...checker, grants }),
    ).toEqual([]);
    expect(await world.fire(orderNo, "cancel", checker)).toMatchObject({ status: "rescinded" });
    for (const name of ["withdrawal", "clearing", "remittance", "transfer"] as const)
      expect(
        world.context.schemas.entity(name).lifecycle!.transitions.find(({ on }) => on === "cancel"),
        name,
      ).toMatchObject({ grant: `${name}.review`, or: "maker" });
  });

  test("allowed events depend on the user's grants and the record's status", async () => {
    const order = await world.apply(maker, "2000.00");
    const record = { id: String(order["orderNo"]), status: String(order["status"]) };
    const events = async (actor: Actor) =>
      (await listAllowedEvents({ ...world.context, db: world.db }, withdrawal, record, actor)).map(
        ({ event, stepUp, needs, blocked }) => [event, stepUp, needs, blocked],
      );
    expect(await events(maker)).toEqual([["cancel", undefined, [], undefined]]);
    expect(await events(checker)).toEqual([
      ["pass", "pay", [], undefined],
      ["reject", undefined, ["reason"], undefined],
      ["cancel", undefined, [], undefined],
    ]);
    // The confirmation states that the money is released.
    expect(
      (await listAllowedEvents({ ...world.context, db: world.db }, withdrawal, record, checker)).map(
        ({ releases }) => releases,
      ),
    ).toEqual([undefined, true, true]);
    // A single user's order from before such orders were approved automatically still awaits that user.
    const own = await world.apply(solo, "2000.00");
    const pass = async (data: Row) =>
      (
        await listAllowedEvents(
          { ...world.context, db: world.db },
          withdrawal,
          { id: String(own["orderNo"]), status: "toBeReviewed", data },
          solo,
        )
      ).find(({ event }) => event === "pass");
    expect(await pass(own)).toMatchObject({ stepUp: "pay", blocked: undefined });
    expect(await pass({ ...own, amount: "50000.01" })).toMatchObject({ stepUp: "pay+totp", blocked: undefined });
    await world.fire(order["orderNo"], "cancel", maker);
    expect(
      await listAllowedEvents(
        { ...world.context, db: world.db },
        withdrawal,
        { ...record, status: "rescinded" },
        maker,
      ),
    ).toEqual([]);
  });

  test("an event that the status does not allow is rejected and changes nothing", async () => {
    const order = await world.apply(maker, "2000.00");
    const id = order["orderNo"];
    await refused(() => world.fire(id, "paid", bank()), "transition", {
      params: { event: "paid", status: "toBeReviewed" },
    });
    await refused(() => world.fire(id, "paid", maker), "transition");
    await refused(() => world.fire(id, "pass", bank()), "transition");
    await refused(() => world.fire(id, "apply", maker), "transition");
    await refused(() => world.fire(id, "nonsense", maker), "transition");
    await refused(() => world.fire("WD0", "cancel", maker), "notFound");
    await refused(() => world.fire(id, "cancel", solo), "notFound");
    await refused(() => world.fire(id, "reject", checker), "invalid", {
      errors: [{ at: "/reason", code: "required" }],
    });
    await refused(() => world.fire(id, "reject", checker, { reason: "  " }), "invalid");
    await refused(() => world.fire(id, "reject", checker, { reason: "长".repeat(201) }), "invalid", {
      errors: [{ at: "/reason", code: "maxLength" }],
    });
    expect(await world.fire(id, "reject", checker, { reason: " 金额\u202e有误 ", amount: "1.00" })).toMatchObject({
      status: "rescinded",
      reason: "金额有误",
      amount: "2000.00",
    });
    const entries = await world.db.query("SELECT reason FROM order_event WHERE order_id = $1 AND event = 'reject'", [
      id,
    ]);
    expect(entries).toEqual([{ reason: "金额有误" }]);
    await refused(() => world.fire(id, "reject", checker, { reason: "再来" }), "transition");
  });

  test("a generated number that is taken is replaced and the transaction continues", async () => {
    const order = await world.apply(maker, "2000.00");
    const taken = String(order["orderNo"]);
    const numbers = [taken, createRecordNumber({ number: "WD", dialect: settings }, world.clock.now())];
    await world.db
      .tx(async (tx) => {
        const id = numbers.shift()!;
        await add(tx, withdrawal, {
          tenant: maker.tenant,
          id,
          status: "rescinded",
          data: { ...order, orderNo: id },
          numbered: true,
          at: world.clock.now(),
        });
        throw new Undo();
      })
      .catch(undone);
    expect(numbers).toEqual([]);
    await refused(
      () =>
        world.db.tx((tx) =>
          add(tx, withdrawal, { tenant: maker.tenant, id: taken, data: order, at: world.clock.now() }),
        ),
      "duplicate",
    );
  });

  test("the worker is notified of jobs that are due now, but not of jobs due in thirty days", async () => {
    let woken = 0;
    const context = { notifyWorker: () => void (woken += 1) };
    const { orderNo } = await world.apply(maker, "2000.00", {}, context);
    expect(woken).toBe(0);
    await world.fire(orderNo, "pass", checker, {}, context);
    expect(woken).toBe(1);
    await world.worker.drain();
  });

  test("an application that violates a rule is rejected and stores nothing", async () => {
    await refused(() => world.apply(maker, "1999.99"), "invalid", {
      errors: [{ at: "/amount", message: "单笔付款至少 2,000.00 CNY" }],
    });
    await refused(() => world.apply(maker, "2000.001"), "invalid");
    await refused(() => world.apply(maker, "600000.00"), "invalid", {
      errors: expect.arrayContaining([expect.objectContaining({ at: "/amount", code: "singleMax" })]),
    });
    await refused(() => world.apply(maker, "2000.00", { wrong: 1 }), "invalid");
    await refused(() => world.apply(maker, "2000.00", { accountId: "BA-of-nobody" }), "invalid", {
      errors: [{ at: "/accountId", code: "reference" }],
    });
    const foreign = await world.payee(solo.tenant);
    await refused(() => world.apply(maker, "2000.00", { accountId: foreign }), "invalid", {
      errors: [{ at: "/accountId", code: "reference" }],
    });
    await refused(() => world.apply(maker, "2000.00", { fee: "1.00" }), "figuresChanged", {
      params: { field: "fee", confirmed: "1.00", actual: "12.00" },
    });
    await refused(() => world.apply(maker, "2000.00", {}, { proved: undefined }), "proofMissing");
    await refused(() => world.apply(solo, "9990.00"), "invalid", { errors: [{ at: "/amount", code: "balance" }] });
  });

  test("certification, payment password and terms are required on the server as well", async () => {
    const attempt = async (role: string, payee: string) =>
      world.apply(await world.actor(role), "2000.00", { accountId: payee });
    const payee = await world.payee(maker.tenant);
    await world.db.query(
      "INSERT INTO e_bank_account (m, id, status, version, schema_version, created_at, updated_at, data) SELECT '100004', 'X', '', 1, 'x', created_at, updated_at, data FROM e_bank_account WHERE m = $1 AND id = $2",
      [maker.tenant, payee],
    );
    await refused(() => attempt("review", "X"), "authenticateFirst");
    await world.db.query("UPDATE portal_user SET pay_hash = NULL WHERE id = $1", [solo.userId]);
    await refused(() => world.apply(solo, "2000.00"), "setPayPasswordFirst");
    await world.db.query("UPDATE portal_user SET pay_hash = 'x' WHERE id = $1", [solo.userId]);
    await world.db.query("UPDATE e_channel SET m = 'elsewhere' WHERE m = $1", [solo.tenant]);
    await refused(() => world.apply(solo, "2000.00"), "rateNotSet");
    await world.db.query("UPDATE e_channel SET m = $1 WHERE m = 'elsewhere'", [solo.tenant]);
  });

  test("limits count orders, and no longer count released ones", async () => {
    const used = async () =>
      (await world.db.query("SELECT used FROM limit_counter WHERE m = $1", [solo.tenant]))[0]?.used;
    const before = Number(await used());
    await world.db.query(
      "UPDATE e_channel SET data = $2 WHERE m = $1 AND json_extract_path_text(data, 'product') = 'withdrawal'",
      [
        solo.tenant,
        JSON.stringify({
          product: "withdrawal",
          currency: "CNY",
          singleMin: "2000.00",
          singleMax: "3000.00",
          monthlyMax: String(before + 4_500),
          singleFee: "0.00",
          withdrawalRate: "0",
          reviewAbove: "3000.00",
          effectiveFrom: "2026-01-01T00:00:00Z",
        }),
      ],
    );
    const first = await world.apply(solo, "2500.00");
    expect(Number(await used())).toBe(before + 2500);
    await refused(() => world.apply(solo, "2500.00"), "invalid", { errors: [{ at: "/amount", code: "monthlyMax" }] });
    await world.fire(first["orderNo"], "refused", createSystemActor("provider", solo.tenant, "test"), {
      reason: "AC04",
    });
    expect(Number(await used())).toBe(before);
    const results = await Promise.allSettled([1, 2, 3].map(() => world.apply(solo, "2500.00")));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await world.broken()).toEqual([]);
  });

  test("a limit can be used exactly to its last cent, by the first order as by later ones", async () => {
    const transition = withdrawal.lifecycle!.transitions.find(({ on }) => on === "apply")!;
    let step = 0;
    const take = (amount: string, monthlyMax = "100") =>
      world.db.tx((tx) =>
        count.run(
          tx,
          {
            entity: withdrawal,
            transition,
            tenant: "limits",
            id: `WD${++step}`,
            version: 1,
            record: {},
            input: {},
            at: world.clock.now(),
          },
          { channel: { monthlyMax: Decimal.of(monthlyMax) }, self: { amount: Decimal.of(amount) } },
          { ...world.context, actor: createSystemActor("clock", "limits", "test"), review: "free" },
        ),
      );
    await expect(take("100.01")).rejects.toMatchObject({
      failure: "limitReached",
      params: { limit: "100", left: "100" },
    });
    await take("60");
    await take("40");
    await expect(take("0.01")).rejects.toMatchObject({ failure: "limitReached", params: { left: "0" } });
    await take("10", "110");
    await expect(take("5", "112")).rejects.toMatchObject({
      failure: "limitReached",
      params: { limit: "112", left: "2" },
    });
    await expect(take("0.01", "50")).rejects.toMatchObject({ params: { left: "0" } });
  });

  test("the newest terms in effect apply to a merchant's order", async () => {
    const [terms] = await world.db.query<{ id: string; data: Row }>(
      "SELECT id, data FROM e_channel WHERE m = $1 AND json_extract_path_text(data, 'product') = 'withdrawal'",
      [maker.tenant],
    );
    for (const [id, days, singleFee] of [
      ["T1", -1, "20.00"],
      ["T2", 1, "30.00"],
    ] as const) {
      const data = {
        ...terms!.data,
        singleFee,
        effectiveFrom: new Date(world.clock.now() + days * 86_400_000).toISOString(),
      };
      await world.db.query(
        "INSERT INTO e_channel (m, id, status, version, schema_version, created_at, updated_at, data) SELECT m, $3, status, version, schema_version, created_at, updated_at, $4 FROM e_channel WHERE m = $1 AND id = $2",
        [maker.tenant, terms!.id, id, data],
      );
    }
    const order = await world.apply(maker, "2000.00");
    expect(order).toMatchObject({ fee: "22.00" });
    await world.fire(order["orderNo"], "cancel", maker);
    await world.db.query("DELETE FROM e_channel WHERE id IN ('T1', 'T2')");
  });

  test("exactly one of a concurrent review and cancellation succeeds", async () => {
    const order = await world.apply(maker, "2000.00");
    const results = await Promise.allSettled([
      world.fire(order["orderNo"], "pass", checker),
      world.fire(order["orderNo"], "cancel", maker),
      world.fire(order["orderNo"], "pass", checker),
    ]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results)
      if (result.status === "rejected") expect(["stale", "transition"]).toContain(result.reason.failure);
    expect(await world.broken()).toEqual([]);
  });

  test("exactly one of twenty concurrent payments is accepted on a balance that covers one", async () => {
    const { avail } = await world.cny(maker.tenant);
    // The largest payment that the balance covers once including the charge (10 + 0.1%), but not twice.
    const amount = (Number(avail) / 100 - 10) / 1.001 - 1;
    expect(amount).toBeGreaterThan(4000);
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => world.apply(maker, amount.toFixed(2))));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results)
      if (result.status === "rejected") expect(["balance", "invalid"]).toContain(result.reason.failure);
    expect(await world.broken()).toEqual([]);
  });

  test("a modified audit row breaks the chain [E13.1]", async () => {
    const [row] = await world.db.query("SELECT m, seq FROM audit ORDER BY m, seq LIMIT 1");
    await world.db.query("UPDATE audit SET action = 'withdrawal.nothing' WHERE m = $1 AND seq = $2", [
      row!.m,
      row!.seq,
    ]);
    expect(await verifyAudit(world.db)).toEqual([{ m: row!.m, seq: row!.seq }]);
  });
});

describe("the lifecycle's executor", () => {
  const { entities } = productSchemas();
  /** Returns the entity with a transition of it, and a record without values. */
  const readTransition = (name: string, hasEffect: (transition: TransitionPlan) => boolean) => {
    const entity = entities.get(name)!;
    const transition = entity.lifecycle!.transitions.find(hasEffect)!;
    return { transition, evaluation: { entity, scope: { self: {}, event: {} }, lang: "en" as const } };
  };
  const required = (at: string) =>
    expect.objectContaining({ failure: "invalid", errors: [expect.objectContaining({ at, code: "required" })] });

  test("refuses an amount that is unknown, with the field that it lacks", () => {
    const { transition, evaluation } = readTransition(
      "withdrawal",
      ({ money }) => money !== undefined && "lines" in money,
    );
    const { money } = transition;
    if (!money || !("lines" in money)) throw new Error("no lines");
    expect(() => createLines(money.lines, evaluation)).toThrow(required("/amount"));
  });
  test("refuses to fire an event at an unknown record, with the field that it lacks", async () => {
    const one = readTransition("transfer", ({ fires }) => fires !== undefined);
    expect(() => listCascadedEvents(one.transition, one.evaluation)).toThrow(required("/orderNo"));
    const { transition, evaluation } = readTransition("remitPayee", ({ firesWhere }) => firesWhere !== undefined);
    const event = { ...evaluation, transition, tenant: "100001", id: "P1", version: 2, record: {}, input: {}, at: 0 };
    const context = { actor: createSystemActor("clock", "100001", "test") } as EffectContext;
    await expect(cascadeLater.run({} as Tx, event, evaluation.scope, context)).rejects.toEqual(required("/accountId"));
  });
  test("names no entity in its code", async () => {
    const { readdirSync, readFileSync } = await import("node:fs");
    const folder = new URL("../../server/lifecycle/", import.meta.url);
    const files = readdirSync(folder, { encoding: "utf8", recursive: true }).filter((name) => name.endsWith(".ts"));
    expect(files).toContain("effect-handlers/cascade.ts");
    for (const file of files) {
      expect(readFileSync(new URL(file, folder), "utf8").replace(/\/\*[\s\S]*?\*\//g, "")).not.toMatch(
        /["'`.](withdrawal|bankAccount|remittance|swap)["'`.]/,
      );
    }
  });
});
