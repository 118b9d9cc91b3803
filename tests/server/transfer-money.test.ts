/**
 * Two merchants pay each other concurrently: no payment is lost, there are no deadlocks, and uncovered payments are
 * refused.
 */
import { beforeAll, expect, test } from "vitest";
import type { Actor } from "../../server/core/actor.ts";
import { readBalances } from "../../server/payments/ledger/balances.ts";
import { create } from "../../server/lifecycle/create.ts";
import { verifyAll } from "../../server/payments/monitor/verify.ts";
import { moneyWorld, schemas, type World } from "./money-world.ts";
import { withDemo } from "./prepared.ts";

const transfer = schemas.entity("transfer");

withDemo("transfers between two merchants", (open) => {
  let world: World;
  let [maker, solo]: Actor[] = [];
  const give = (from: Actor, payee: string, amount: string) =>
    world.db.tx((tx) =>
      create(
        tx,
        {
          entity: transfer,
          input: { kind: "merchant", payee, currency: "CNY", amount, purpose: "office" },
          actor: from,
        },
        {
          ...world.context,
          proved: "pay",
        },
      ),
    );
  const avail = async (actor: Actor) => (await readBalances(world.db, actor.tenant)).get("CNY")?.avail ?? 0n;
  beforeAll(async () => {
    world = await moneyWorld(await open());
    [maker, solo] = [await world.actor("maker"), await world.actor("solo")];
    await world.deposit(maker.tenant, 1_000_000n);
    await world.deposit(solo.tenant, 1_000_000n);
  });

  test("sixty concurrent transfers in both directions all complete with correct balances", async () => {
    const done = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        index % 2 === 0 ? give(maker!, "100002", "20.00") : give(solo!, "100001", "10.00"),
      ),
    );
    expect(done.map(({ status }) => status)).toEqual(Array.from({ length: 60 }, () => "done"));
    expect(await avail(maker!)).toBe(1_000_000n - 30n * 2_100n + 30n * 1_000n);
    expect(await avail(solo!)).toBe(1_000_000n - 30n * 1_100n + 30n * 2_000n);
    expect(await verifyAll(world.db, schemas)).toEqual([]);
  });

  test("exactly one of several concurrent transfers is accepted on a balance that covers one", async () => {
    const left = await avail(solo!);
    const amount = `${(left - 100n) / 100n}.${String((left - 100n) % 100n).padStart(2, "0")}`;
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => give(solo!, "maker@demo.portolan", amount)),
    );
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    expect(await avail(solo!)).toBe(0n);
    expect(await verifyAll(world.db, schemas)).toEqual([]);
  });
});
