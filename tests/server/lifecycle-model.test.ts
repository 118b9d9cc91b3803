/**
 * Random sequences of orders by several merchants, compared with a small in-memory model. All ledger invariants are
 * verified after each sequence.
 */
import * as fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { Actor } from "../../server/core/actor.ts";
import { Failure } from "../../server/core/failure.ts";
import { createSystemActor } from "../../server/lifecycle/clock-events.ts";
import { moneyWorld, type World } from "./money-world.ts";
import { withDemo } from "./prepared.ts";

const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const RUNS = Number(process.env.RUNS ?? 12);
console.log(`lives of orders: seed ${SEED}`);

interface Order {
  id: string;
  status: string;
  amount: bigint;
  fee: bigint;
}
interface Model {
  avail: bigint;
  hold: bigint;
  orders: Order[];
}
type Step = { do: "deposit" | "apply"; who: number; amount: number } | { do: string; who: number; pick: number };

/** Simplified lifecycle: from, to, and the effect on money. */
const EVENTS: Record<
  string,
  { from: string[]; to: string; by: "checker" | "maker" | "bank"; money: (model: Model, order: Order) => void }
> = {
  pass: { from: ["toBeReviewed"], to: "processing", by: "checker", money: () => undefined },
  reject: { from: ["toBeReviewed"], to: "rescinded", by: "checker", money: release },
  cancel: { from: ["toBeReviewed"], to: "rescinded", by: "maker", money: release },
  sent: { from: ["processing"], to: "waitingAsync", by: "bank", money: () => undefined },
  paid: {
    from: ["processing", "waitingAsync"],
    to: "done",
    by: "bank",
    money: (model, order) => void (model.hold -= order.amount + order.fee),
  },
  refused: { from: ["processing", "waitingAsync"], to: "failed", by: "bank", money: release },
  returned: { from: ["done"], to: "failed", by: "bank", money: (model, order) => void (model.avail += order.amount) },
};
function release(model: Model, { amount, fee }: Order): void {
  model.hold -= amount + fee;
  model.avail += amount + fee;
}

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant("deposit" as const), who: fc.nat(2), amount: fc.integer({ min: 1, max: 900_000 }) }),
  fc.record({ do: fc.constant("apply" as const), who: fc.nat(2), amount: fc.integer({ min: 150_000, max: 900_000 }) }),
  fc.record({ do: fc.constantFrom(...Object.keys(EVENTS)), who: fc.nat(2), pick: fc.nat(1000) }),
);
const text = (minor: bigint) => `${minor / 100n}.${String(minor % 100n).padStart(2, "0")}`;
/** 10.00 plus 0.1% of the amount, rounded half up. */
const feeOf = (amount: bigint) => 1_000n + (amount + 500n) / 1_000n;

withDemo("random sequences of orders", (open) => {
  let world: World;
  let people: { maker: Actor; checker: Actor }[];
  beforeAll(async () => {
    world = await moneyWorld(await open());
    await world.db.query("UPDATE merchant SET user_status = 1 WHERE id = '100004'");
    const payee = await world.payee("100001");
    await world.db.query(
      "INSERT INTO e_bank_account (m, id, status, version, schema_version, created_at, updated_at, data) SELECT '100004', id, status, version, schema_version, created_at, updated_at, data FROM e_bank_account WHERE m = '100001' AND id = $1",
      [payee],
    );
    const [maker, checker, solo, review] = await Promise.all(
      ["maker", "checker", "solo", "review"].map((role) => world.actor(role)),
    );
    people = [
      { maker: maker!, checker: checker! },
      { maker: solo!, checker: solo! },
      { maker: review!, checker: review! },
    ];
  });

  test("keep every invariant, and rejected events change nothing", async () => {
    const models: Model[] = people.map(() => ({ avail: 0n, hold: 0n, orders: [] }));
    const attempt = async (work: Promise<unknown>) =>
      work.then(
        () => true,
        (error: unknown) => {
          if (error instanceof Failure) return false;
          throw error;
        },
      );
    const run = async (step: Step) => {
      const model = models[step.who]!;
      const { maker, checker } = people[step.who]!;
      if ("amount" in step) {
        const amount = BigInt(step.amount);
        if (step.do === "deposit") {
          await world.deposit(maker.tenant, amount);
          model.avail += amount;
          return;
        }
        const fee = feeOf(amount);
        let record: Record<string, unknown> | undefined;
        const done = await attempt(world.apply(maker, text(amount)).then((made) => (record = made)));
        expect(done).toBe(amount >= 200_000n && amount + fee <= model.avail);
        if (!done) return;
        model.avail -= amount + fee;
        model.hold += amount + fee;
        model.orders.push({ id: String(record!["orderNo"]), status: String(record!["status"]), amount, fee });
        // No other user could review it, so it is sent to the bank.
        expect(record!["status"]).toBe(maker === checker ? "processing" : "toBeReviewed");
        return;
      }
      const order = model.orders[step.pick % Math.max(model.orders.length, 1)];
      if (!order) return;
      const { from, to, by, money } = EVENTS[step.do]!;
      const actor =
        by === "bank" ? createSystemActor("provider", maker.tenant, "model") : by === "maker" ? maker : checker;
      const done = await attempt(
        world.fire(order.id, step.do, actor, { reason: "模型", reference: `B${order.id}` }, { proved: "pay+totp" }),
      );
      expect(done).toBe(from.includes(order.status));
      if (!done) return;
      order.status = to;
      money(model, order);
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        for (const step of steps) {
          await run(step);
          const { maker } = people[step.who]!;
          const { avail, hold } = models[step.who]!;
          expect(await world.cny(maker.tenant)).toEqual({ avail, hold, in: 0n });
        }
        expect(await world.broken()).toEqual([]);
      }),
      { seed: SEED, numRuns: RUNS, endOnFailure: true },
    );
    expect(models.some(({ orders }) => orders.length > 0)).toBe(true);
  }, 120_000);
});
