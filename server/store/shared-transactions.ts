/**
 * Runs work that waits at the same time in one transaction: plan, decide, write. Each function reads and checks, and
 * hands over what it wants to write (`Tx.write`). Then each kind of write decides its items in order, and writes those of
 * all functions with a few statements, and one COMMIT follows. A group starts as soon as the one before has ended, with
 * whatever has arrived meanwhile, so that nothing waits for a timer. The only work that waits runs alone.
 *
 * A shared transaction contains successes only. Whatever is refused, has its key taken, writes by itself or throws is
 * left out before anything is written, and runs again in a transaction of its own, which gives its exact answer and
 * affects no other call. So does each member of a group whose writes fail.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import type { Queries, SetWrite, Tx } from "./database.ts";
import { DatabaseError } from "./database.ts";
import { READS } from "./driver.ts";
import { isUnavailable } from "./retry.ts";
import { settleInOrder } from "../core/settle-in-order.ts";

/** Maximum number of calls in a transaction, so that none waits long for the others. */
const MAX_MEMBERS = 64;
/**
 * Time in milliseconds that a group waits for a lock, which others may hold for one tenant, and that the next one waits
 * for work that runs alone.
 */
const WAIT_MS = 1_000;
/** Time in milliseconds that a group waits for a member that reads and checks. */
const PLAN_MS = 3_000;
/** SQLSTATE of a COMMIT with unknown outcome. */
const COMMIT_UNKNOWN = "08007";

type Work<T> = (tx: Tx) => Promise<T>;
type RunAlone = <T>(fn: Work<T>) => Promise<T>;
/** Order of the kinds of a write. The first ones are answered before the last ones are sent. */
const STEPS: readonly (readonly SetWrite<unknown>["step"][])[] = [
  ["claim", "limit", "money"],
  ["chain", "trail"],
];

/** Work that waits for a transaction. */
interface Member {
  name: string;
  /** Runs the function, and returns the callback that answers its caller. Runs in the caller's asynchronous context. */
  plan(tx: Tx): Promise<() => void>;
  /** Runs the function in a transaction of its own. */
  runAlone(): Promise<void>;
  /** Answers the caller with an error. */
  fail(error: unknown): void;
}
/** Work that was planned. */
interface Plan {
  member: Member;
  intent: Intent;
  answer: () => void;
}
/** Items of one kind of write, each with its plan, in the order of the plans. */
interface Batch {
  set: SetWrite<unknown>;
  items: { item: unknown; plan: Plan }[];
}

/** Thrown when a function writes by itself, and therefore needs a transaction of its own. */
class WritesAlone extends Error {}

export class SharedTransactions {
  private waiting: Member[] = [];
  private isWorking = false;

  /** `runInside` runs a function as code of a transaction, which must not use other connections. */
  constructor(
    private readonly runInTransaction: RunAlone,
    private readonly runInside: <T>(fn: () => Promise<T>) => Promise<T>,
  ) {}

  /** Runs `fn` in a transaction, which it may share with others. See `TxOptions.shared`. */
  run<T>(name: string, fn: Work<T>): Promise<T> {
    const enter = AsyncLocalStorage.snapshot();
    return new Promise((resolve, reject) => {
      this.waiting.push({
        name,
        plan: (tx) => enter(() => this.runInside(async () => fn(tx).then((result) => () => resolve(result)))),
        runAlone: () => enter(() => this.runInTransaction(fn)).then(resolve, reject),
        fail: reject,
      });
      if (!this.isWorking) void this.work();
    });
  }

  /** Runs groups one after the other until nothing waits. */
  private async work(): Promise<void> {
    this.isWorking = true;
    for (let members = this.takeGroup(); members.length > 0; members = this.takeGroup()) {
      const [sole] = members;
      if (sole && members.length === 1) await waitAtMost(sole.runAlone());
      else await this.runGroup(members);
    }
    this.isWorking = false;
  }

  /** Takes what waits, except for second members of the same name. */
  private takeGroup(): Member[] {
    const taken = new Map<string, Member>();
    for (const member of this.waiting)
      if (taken.size < MAX_MEMBERS && !taken.has(member.name)) taken.set(member.name, member);
    this.waiting = this.waiting.filter((member) => taken.get(member.name) !== member);
    return [...taken.values()];
  }

  private async runGroup(members: readonly Member[]): Promise<void> {
    let written: readonly Plan[] = [];
    let failure: { error: unknown } | undefined;
    try {
      await this.runInTransaction(async (tx) => {
        written = [];
        written = await writeTogether(tx, members);
      });
    } catch (error) {
      if (isUnavailable(error)) {
        for (const member of members) member.fail(error);
        return;
      }
      failure = { error };
      // Each caller finds the outcome of a COMMIT without an answer by its key.
      if (!(error instanceof DatabaseError && error.code === COMMIT_UNKNOWN)) written = [];
    }
    for (const { member, intent, answer } of written)
      try {
        if (failure) throw failure.error;
        for (const callback of intent.callbacks) callback();
        answer();
      } catch (error) {
        member.fail(error);
      }
    const done = new Set(written.map(({ member }) => member));
    const alone = members.filter((member) => !done.has(member)).map((member) => member.runAlone());
    // Because of their locks, the next group might fail as well.
    if (failure) await waitAtMost(Promise.all(alone));
  }
}

/** Waits for work that may be blocked, for at most `WAIT_MS`. */
const waitAtMost = (work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, pause(WAIT_MS, undefined, { ref: false })]);

/** Plans, decides and writes the work of a group, and returns the plans that were written. */
async function writeTogether(tx: Tx, members: readonly Member[]): Promise<readonly Plan[]> {
  const reads = new SharedReads(tx);
  const planned = await Promise.all(members.map((member) => plan(member, reads)));
  let plans = planned.filter((item) => item !== undefined);
  const leaveOut = (refused: ReadonlySet<Plan>) => {
    plans = plans.filter((item) => !refused.has(item));
  };
  const listRefused = async (select: (batch: Batch, items: unknown[]) => Promise<ReadonlySet<unknown>> | undefined) => {
    const refused = await Promise.all(
      listBatches(plans).map(async (batch) => {
        const found = await select(
          batch,
          batch.items.map(({ item }) => item),
        );
        return batch.items.flatMap(({ item, plan }) => (found?.has(item) ? [plan] : []));
      }),
    );
    leaveOut(new Set(refused.flat()));
  };
  await listRefused(({ set }, items) => set.findRefused?.(reads, items));
  tx.send(`SET LOCAL lock_timeout = '${WAIT_MS}ms'`);
  await listRefused(({ set }, items) => set.claim?.(tx, items));
  const batches = listBatches(plans);
  for (const steps of STEPS)
    await settleInOrder(
      ...steps
        .flatMap((step) => batches.filter(({ set }) => set.step === step && !set.claim))
        .map(({ set, items }) =>
          set.write(
            tx,
            items.map(({ item }) => item),
          ),
        ),
    );
  return plans;
}

/**
 * Plans the work of a member. Returns undefined when it is refused, takes longer than `PLAN_MS`, or needs a transaction of
 * its own.
 */
async function plan(member: Member, reads: Queries): Promise<Plan | undefined> {
  const { tx, intent } = createPlanningTx(reads);
  const late = new AbortController();
  try {
    const answer = await Promise.race([
      member.plan(tx),
      pause(PLAN_MS, undefined, { ref: false, signal: late.signal }),
    ]);
    return answer && !intent.writesAlone ? { member, intent, answer } : undefined;
  } catch {
    return undefined;
  } finally {
    intent.isOpen = false;
    late.abort();
  }
}

/** Returns what the plans want to write by kind, in the order of the first item of each kind. */
function listBatches(plans: readonly Plan[]): Batch[] {
  const batches = new Map<SetWrite<unknown>, Batch>();
  for (const plan of plans)
    for (const { set, item } of plan.intent.items) {
      const batch = batches.get(set) ?? { set, items: [] };
      batches.set(set, batch);
      batch.items.push({ item, plan });
    }
  return [...batches.values()];
}

/** Reads of a group before it writes. Equal ones are read once, and each reader gets rows of its own. */
class SharedReads implements Queries {
  private readonly known = new Map<string, Promise<object[]>>();
  constructor(private readonly tx: Tx) {}

  async query<R extends object>(sql: string, params: readonly unknown[] = []): Promise<R[]> {
    const key = JSON.stringify([sql, params]);
    const rows = this.known.get(key) ?? this.tx.query(sql, params);
    this.known.set(key, rows);
    return structuredClone((await rows) as R[]);
  }
}

/** What a member wants to write, and to run after the commit. */
interface Intent {
  items: { set: SetWrite<unknown>; item: unknown }[];
  callbacks: (() => void)[];
  /** Whether it writes by itself. */
  writesAlone: boolean;
  /** Whether its function is still running. */
  isOpen: boolean;
}

/** Returns the transaction of one member while it reads and checks, and the intent that its writes are added to. */
function createPlanningTx(reads: Queries): { tx: Tx; intent: Intent } {
  const intent: Intent = { items: [], callbacks: [], writesAlone: false, isOpen: true };
  const assertOpen = () => {
    if (!intent.isOpen) throw new Error("the transaction has ended");
  };
  const refuse = () => {
    intent.writesAlone = true;
    return new WritesAlone("the work writes by itself");
  };
  const tx: Tx = {
    async query<R extends object>(sql: string, params?: readonly unknown[]): Promise<R[]> {
      assertOpen();
      if (!READS.test(sql)) throw refuse();
      return reads.query<R>(sql, params);
    },
    send() {
      assertOpen();
      throw refuse();
    },
    async write(set, item) {
      assertOpen();
      intent.items.push({ set, item });
    },
    afterCommit(callback) {
      assertOpen();
      intent.callbacks.push(AsyncLocalStorage.bind(callback));
    },
  };
  return { tx, intent };
}
