/** Jobs run exactly once, whatever happens to the worker, its lease or its connection, and no job is missed. */
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createClockEventHandler } from "../../server/lifecycle/clock-events.ts";
import { enqueue } from "../../server/jobs/queue.ts";
import { type JobHandler, Worker } from "../../server/jobs/worker.ts";
import { CLOCK_JOB } from "../../server/lifecycle/side-effects.ts";
import { DatabaseError, type Database, type Tx } from "../../server/store/database.ts";
import type { Fresh } from "./databases.ts";
import { moneyWorld, type World } from "./money-world.ts";
import { openDemo } from "./prepared.ts";

let fresh: Fresh;
let world: World;
let db: Database;
beforeAll(async () => {
  fresh = await openDemo();
  db = fresh.db;
  world = await moneyWorld(db);
  await db.query("CREATE TABLE done_work (job text NOT NULL)");
});
afterAll(() => fresh.close());

/** Wraps the database with a different transaction function. */
const over = (tx: Database["tx"]): Database =>
  Object.assign(Object.create(db) as Database, { query: db.query.bind(db), tx });
const work: JobHandler = (job, { db: own, finish }) =>
  own.tx(async (tx) => {
    await tx.query("INSERT INTO done_work (job) VALUES ($1)", [job.id]);
    await finish(tx);
  });
async function ordered(kind: string): Promise<void> {
  await db.query("DELETE FROM job");
  await db.query("DELETE FROM done_work");
  await db.tx(async (tx) =>
    enqueue(tx, { kind, dedupe: kind, tenant: "100001", runAt: world.clock.now(), payload: {} }),
  );
}
const outcome = async () => [
  Number((await db.query("SELECT count(*) AS n FROM done_work"))[0]!.n),
  (await db.query("SELECT state FROM job"))[0]!.state,
];

it("a job whose commit response was lost does not run again", async () => {
  await ordered("lost");
  const lost = over(async <T>(run: (tx: Tx) => Promise<T>): Promise<T> => {
    await db.tx(run);
    throw new DatabaseError("lost while it was committed", "08007");
  });
  await new Worker({ db: lost, clock: world.clock, handlers: { lost: work } }).drain();
  await world.clock.advance(60_000);
  await new Worker({ db, clock: world.clock, handlers: { lost: work } }).drain();
  expect(await outcome()).toEqual([1, "done"]);
});

it("only one of two workers with the same job completes it after a lease expired", async () => {
  await ordered("slow");
  const failed = vi.fn();
  const slow: JobHandler = async (job, tools) => {
    await db.query("UPDATE job SET lease_until = $1", [new Date(0).toISOString()]);
    await new Worker({ db, clock: world.clock, handlers: { slow: work } }).drain();
    await work(job, tools);
  };
  await new Worker({ db, clock: world.clock, handlers: { slow }, onFailure: failed }).drain();
  expect(await outcome()).toEqual([1, "done"]);
  expect(failed).not.toHaveBeenCalled();
});

it("a due event is retried after a conflicting change of the record", async () => {
  const maker = await world.actor("maker");
  await world.deposit(maker.tenant, 500_000_00n);
  const { orderNo } = await world.apply(maker, "2000.00");
  await db.query("DELETE FROM job");
  const { version } = (await db.query("SELECT version FROM e_withdrawal WHERE id = $1", [orderNo]))[0]!;
  await db.tx(async (tx) =>
    enqueue(tx, {
      kind: CLOCK_JOB,
      dedupe: "lapse",
      tenant: maker.tenant,
      runAt: world.clock.now(),
      payload: { entity: "withdrawal", id: orderNo, event: "lapse", version },
    }),
  );
  let between = true;
  const busy = over((run) =>
    db.tx((tx) =>
      run({
        ...tx,
        query: async (sql: string, params?: readonly unknown[]) => {
          if (!between || !sql.startsWith("UPDATE e_withdrawal")) return tx.query(sql, params);
          between = false;
          return [];
        },
      }),
    ),
  );
  const handlers = { [CLOCK_JOB]: createClockEventHandler({ ...world.context, schemas: world.context.schemas }) };
  await new Worker({ db: busy, clock: world.clock, handlers }).drain();
  await world.clock.advance(60_000);
  await new Worker({ db: busy, clock: world.clock, handlers }).drain();
  expect((await db.query("SELECT status FROM e_withdrawal WHERE id = $1", [orderNo]))[0]!.status).toBe("rescinded");
});

it("a worker whose lease was taken over cannot complete the job, but the new holder can", async () => {
  await ordered("frozen");
  const thawed = vi.fn();
  const frozen: JobHandler = async (job, tools) => {
    await db.query("UPDATE job SET lease_until = $1", [new Date(0).toISOString()]);
    const other: JobHandler = async (same, otherTools) => {
      // The first worker continues while this one is working.
      await expect(work(job, tools)).rejects.toThrow("another worker");
      await work(same, otherTools);
    };
    await new Worker({ db, clock: world.clock, handlers: { frozen: other } }).drain();
    thawed();
  };
  await new Worker({ db, clock: world.clock, handlers: { frozen } }).drain();
  expect(thawed).toHaveBeenCalledOnce();
  expect(await outcome()).toEqual([1, "done"]);
});

it("a slow provider does not delay jobs of another, and a tenant runs at most two jobs at once in a lane", async () => {
  await db.query("DELETE FROM job");
  await db.query("DELETE FROM done_work");
  await db.tx(async (tx) => {
    for (let at = 0; at < 12; at++)
      for (const [kind, tenant] of [
        ["slow", at < 8 ? "1" : "2"],
        ["fast", "1"],
      ] as const)
        enqueue(tx, { kind, dedupe: `${kind}/${at}`, tenant, runAt: world.clock.now(), payload: {} });
  });
  const inHand: string[] = [];
  const most = new Map<string, number>();
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const slow: JobHandler = async (job, tools) => {
    inHand.push(job.tenant);
    most.set(job.tenant, Math.max(most.get(job.tenant) ?? 0, inHand.filter((one) => one === job.tenant).length));
    await gate;
    await work(job, tools);
    inHand.splice(inHand.indexOf(job.tenant), 1);
  };
  const worker = new Worker({
    db,
    clock: world.clock,
    handlers: { slow, fast: work },
    lanes: [{ name: "bank", kinds: ["slow"], slots: 8 }],
    pollMs: 20,
  });
  const count = async (kind: string) =>
    Number((await db.query("SELECT count(*) AS n FROM job WHERE state = 'done' AND kind = $1", [kind]))[0]!.n);
  worker.start();
  await vi.waitFor(async () => expect(await count("fast")).toBe(12), { timeout: 20_000 });
  await vi.waitFor(() => expect(inHand.toSorted()).toEqual(["1", "1", "2", "2"]), { timeout: 20_000 });
  expect(await count("slow")).toBe(0);
  release();
  await vi.waitFor(async () => expect(await count("slow")).toBe(12), { timeout: 20_000 });
  await worker.stop();
  expect([...most.values()]).toEqual([2, 2]);
});

/** Number of rounds, and of timed jobs per round; `npm run live -- lanes` uses more of both. */
const ROUNDS = Number(process.env["ROUNDS"] ?? 1);
const TIMED = Number(process.env["JOBS"] ?? 5);

/** Figures of a round in ms: the 95th percentile of its jobs, and the processor time per job. */
interface Round {
  p95: number;
  cpu: number;
}

/** Measures jobs of one provider. `isBeside`: another provider hangs at the same time. */
async function timeJobs(isBeside: boolean): Promise<Round> {
  await db.query("DELETE FROM job");
  await db.query("DELETE FROM done_work");
  const begun = new Map<string, number>();
  const times: number[] = [];
  let held = 0;
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const handlers: Record<string, JobHandler> = {
    slow: async (job, tools) => {
      held += 1;
      await gate;
      await work(job, tools);
    },
    fast: async (job, tools) => {
      await work(job, tools);
      times.push(performance.now() - begun.get(String(job.payload["n"]))!);
    },
  };
  const lanes = ["slow", "fast"].map((kind) => ({ name: kind, kinds: [kind], slots: 8 }));
  const worker = new Worker({ db, clock: world.clock, handlers, lanes });
  const add = (kind: string, n: number, tenant: string) =>
    db.tx(async (tx) =>
      enqueue(tx, { kind, dedupe: `${kind}/${n}`, tenant, runAt: world.clock.now(), payload: { n: String(n) } }),
    );
  worker.start();
  for (let n = 0; isBeside && n < 40; n++) await add("slow", n, String(n % 8));
  // Its lane is full, and its remaining jobs wait.
  if (isBeside) await vi.waitFor(() => expect(held).toBe(8), { timeout: 20_000 });
  const before = process.cpuUsage();
  for (let n = 0; n < TIMED; n++) {
    begun.set(String(n), performance.now());
    await add("fast", n, "9");
    worker.notify();
    await vi.waitFor(() => expect(times).toHaveLength(n + 1), { timeout: 20_000, interval: 2 });
  }
  const { user, system } = process.cpuUsage(before);
  release();
  await worker.stop();
  return { p95: quantile(times, 0.95), cpu: (user + system) / 1_000 / TIMED };
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)]!;

/** Returns the median and the quartiles of the ratios of rounds that ran one after the other. */
const describeRatios = (pairs: readonly { alone: Round; beside: Round }[], of: (round: Round) => number): string => {
  const ratios = pairs.map(({ alone, beside }) => of(beside) / of(alone));
  const [low, median, high] = [0.25, 0.5, 0.75].map((share) => quantile(ratios, share).toFixed(2));
  const [alone, beside] = (["alone", "beside"] as const).map((name) =>
    quantile(
      pairs.map((pair) => of(pair[name])),
      0.5,
    ).toFixed(1),
  );
  return `${alone} ms alone, ${beside} ms beside, ratio ${median} (quartiles ${low} and ${high})`;
};

it("prints how much an unresponsive provider delays another", { timeout: 900_000 }, async () => {
  const pairs: { alone: Round; beside: Round }[] = [];
  await timeJobs(true);
  for (let round = 0; round < ROUNDS; round++) {
    // The order alternates, so that other load on the machine affects both.
    const isFirst = round % 2 === 0;
    const [first, second] = [await timeJobs(isFirst), await timeJobs(!isFirst)];
    pairs.push(isFirst ? { alone: second, beside: first } : { alone: first, beside: second });
  }
  console.log(`${ROUNDS} pairs of rounds of ${TIMED} jobs. p95: ${describeRatios(pairs, ({ p95 }) => p95)}`);
  console.log(`processor time of a job: ${describeRatios(pairs, ({ cpu }) => cpu)}`);
  // Timing ratios are only printed, never asserted.
  expect(pairs).toHaveLength(ROUNDS);
});
