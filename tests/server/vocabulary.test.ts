/** Effects and facts are passed to the lifecycle, so that keywords of another product need no change to it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "../../server/core/actor.ts";
import { Failure } from "../../server/core/failure.ts";
import type { EffectExecutor, Phase } from "../../server/lifecycle/context.ts";
import { loadContext } from "../../server/lifecycle/facts.ts";
import { moneyWorld, schemas, withdrawal, type World } from "./money-world.ts";
import { openDemo } from "./prepared.ts";

describe("a custom vocabulary", () => {
  let world: World;
  let solo: Actor;
  beforeAll(async () => {
    const { db, close } = await openDemo();
    world = await moneyWorld(db);
    solo = await world.actor("solo");
    await world.deposit(solo.tenant, 10_000_000n);
    return close;
  });
  afterAll(async () => expect(await world.broken()).toEqual([]));

  const withEffects = (...own: EffectExecutor[]) => {
    const { vocabulary } = world.context;
    return { vocabulary: { ...vocabulary, effects: [...own, ...vocabulary.effects] } };
  };
  const posted = async (id: unknown) =>
    (await world.db.query("SELECT 1 FROM ledger_txn WHERE m = $1 AND order_id = $2", [solo.tenant, String(id)])).length;

  it("runs effects by phase regardless of their order in the list", async () => {
    const ran: string[] = [];
    const probe = (phase: Phase): EffectExecutor => ({
      effect: `probe-${phase}`,
      phase,
      run: async (_tx, { transition }, _scope, { actor }) => void ran.push(`${transition.on} ${phase} ${actor.by}`),
    });
    const reversed = (["record", "settle", "cascade", "claim"] as const).map(probe);
    const order = await world.apply(solo, "2000.00", {}, withEffects(...reversed));
    expect(order["orderNo"]).toBeDefined();
    expect(ran.slice(0, 4)).toEqual(["claim", "cascade", "settle", "record"].map((phase) => `apply ${phase} merchant`));
  });

  it("rolls back record, money and limits when an effect fails", async () => {
    const before = await world.cny(solo.tenant);
    const refuse: EffectExecutor = {
      effect: "refuse",
      phase: "settle",
      run: async (tx, { id }) => {
        expect(await tx.query("SELECT 1 FROM ledger_txn WHERE order_id = $1", [id])).not.toEqual([]);
        throw new Failure("stale");
      },
    };
    await expect(world.apply(solo, "2100.00", {}, withEffects(refuse))).rejects.toMatchObject({ failure: "stale" });
    expect(await world.cny(solo.tenant)).toEqual(before);
  });

  it("adds an effect's notes to the audit row", async () => {
    const mark: EffectExecutor = {
      effect: "mark",
      phase: "claim",
      run: async (_tx, event) => void (event.noted = { ...event.noted, marked: "yes" }),
    };
    const order = await world.apply(solo, "2200.00", {}, withEffects(mark));
    expect(await posted(order["orderNo"])).toBeGreaterThan(0);
    const [act] = await world.db.query("SELECT detail FROM audit WHERE object = $1 AND action = 'withdrawal.apply'", [
      `withdrawal/${String(order["orderNo"])}`,
    ]);
    expect(act).toMatchObject({ detail: { marked: "yes" } });
  });

  it("resolves facts by name, besides the built-in user and approval", async () => {
    const about = { ...world.context, db: world.db, actor: solo, entity: withdrawal, record: {} };
    const weather = { vocabulary: { ...world.context.vocabulary, facts: { weather: async () => ({ sky: "clear" }) } } };
    expect(await loadContext("weather", { ...about, ...weather })).toEqual({ sky: "clear" });
    expect(await loadContext("wallet", { ...about, ...weather })).toBeUndefined();
    expect(await loadContext("user", { ...about, ...weather })).toMatchObject({ userId: solo.userId });
    expect(await loadContext("toString", about)).toBeUndefined();
    expect(Object.keys(schemas.contexts).filter((name) => schemas.contexts[name]!.call === "context")).toSatisfy(
      (names: string[]) =>
        names.every(
          (name) => ["user", "approval"].includes(name) || Object.hasOwn(world.context.vocabulary.facts, name),
        ),
    );
  });
});
