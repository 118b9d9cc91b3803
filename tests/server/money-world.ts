/**
 * Fixtures for tests that involve money: tables, the product's schemas, demo merchants without history, and a fixed
 * clock.
 */
import { readUserStatus } from "../../server/payments/accounts.ts";
import { createSeal, type Seal } from "../../server/core/seal.ts";
import type { Actor } from "../../server/core/actor.ts";
import { readBalances, type Balance } from "../../server/payments/ledger/balances.ts";
import { post } from "../../server/payments/ledger/post.ts";
import type { LifecycleContext } from "../../server/lifecycle/context.ts";
import { create } from "../../server/lifecycle/create.ts";
import { fire } from "../../server/lifecycle/fire.ts";
import { createCoreJobs } from "../../server/app/job-handlers.ts";
import { createHandlers } from "../../server/payments/job-handlers.ts";
import { Worker } from "../../server/jobs/worker.ts";
import { verifyAudit } from "../../server/audit/audit.ts";
import { verifyOrders } from "../../server/payments/monitor/verify.ts";
import { verifyLedger } from "../../server/payments/ledger/verify.ts";
import { createProviders, createStepHandlers } from "../../server/payments/sandbox/script-runner.ts";
import { SandboxClock } from "../../server/sandbox/clock.ts";
import { seed } from "../../server/payments/sandbox/seed.ts";
import { productSchemas } from "../product-schemas.ts";
import type { Database } from "../../server/store/database.ts";
import { createVocabulary } from "../../server/payments/vocabulary.ts";
import type { Entity, Row } from "@portolan/engine";
import { migrate } from "./migrated.ts";

export const schemas = productSchemas();
export const withdrawal: Entity = schemas.entity("withdrawal");

/** Creates the tables in an empty database. */
export async function prepareMoney(db: Database, entities: ReadonlyMap<string, Entity> = new Map()): Promise<void> {
  await migrate(db, { entities });
}

export interface World {
  db: Database;
  clock: SandboxClock;
  context: LifecycleContext;
  worker: Worker;
  /** Returns a user by role: `maker`, `checker`, `solo`, ... */
  actor(role: string): Promise<Actor>;
  /** Returns the id of the merchant's first payee. */
  payee(m: string): Promise<string>;
  deposit(m: string, minor: bigint, currency?: string): Promise<void>;
  /** Submits a payment with a proof. */
  apply(actor: Actor, amount: string, more?: Row, context?: Partial<LifecycleContext>): Promise<Row>;
  fire(id: unknown, event: string, actor: Actor, input?: Row, context?: Partial<LifecycleContext>): Promise<Row>;
  cny(m: string): Promise<Pick<Balance, "avail" | "hold" | "in">>;
  /** Returns all invariant violations. */
  broken(): Promise<unknown[]>;
}

let count = 0;
export const testSeal: Seal = createSeal([{ kid: "k1", key: Buffer.alloc(32, 1) }]);

/** Creates the fixtures in an empty database. */
export async function moneyWorld(
  db: Database,
  speed: "instant" | "normal" = "instant",
  seal = testSeal,
): Promise<World> {
  await prepareMoney(db, schemas.entities);
  const clock = await SandboxClock.open(db);
  const context: LifecycleContext = { schemas, vocabulary: createVocabulary(), clock, seal };
  await seed(db, context, "correct horse battery", false);
  const providers = createProviders(db, context, speed);
  const handlers = {
    ...createCoreJobs(context),
    ...createHandlers({ context, providers }),
    ...createStepHandlers(context),
  };
  const worker = new Worker({ db, clock, handlers });
  const payee = async (m: string): Promise<string> => {
    const [row] = await db.query("SELECT id FROM e_bank_account WHERE m = $1 ORDER BY id LIMIT 1", [m]);
    return row!.id;
  };
  return {
    db,
    clock,
    context,
    worker,
    async actor(role) {
      const [row] = await db.query(
        "SELECT u.id, u.m, u.grants, u.username, m.user_status FROM portal_user u JOIN merchant m ON m.id = u.m WHERE u.username = $1",
        [`${role}@demo.portolan`],
      );
      return {
        by: "merchant",
        tenant: row!.m,
        userId: row!.id,
        username: row!.username,
        grants: new Set<string>(row!.grants),
        userStatus: readUserStatus(row!.user_status),
        lang: "zh",
        traceId: "test",
      };
    },
    payee,
    deposit: async (m, minor, currency = "CNY") => {
      const order = { kind: "recharge", id: `RC${++count}` };
      await db.tx((tx) =>
        post(tx, {
          tenant: m,
          kind: "book",
          order,
          step: "book",
          at: clock.now(),
          lines: [{ from: "nostro", to: "avail", currency, amount: minor }],
        }),
      );
    },
    async apply(actor, amount, more = {}, own = {}) {
      const accountId = await payee(actor.tenant);
      return db.tx((tx) =>
        create(
          tx,
          { entity: withdrawal, input: { accountId, amount, ...more }, actor },
          { ...context, proved: "pay", ...own },
        ),
      );
    },
    fire: (id, event, actor, input = {}, own = {}) =>
      db.tx((tx) =>
        fire(tx, { entity: withdrawal, id: String(id), event, actor, input }, { ...context, proved: "pay", ...own }),
      ),
    async cny(m) {
      const { avail = 0n, hold = 0n, in: seen = 0n } = (await readBalances(db, m)).get("CNY") ?? {};
      return { avail, hold, in: seen };
    },
    broken: async () => [...(await verifyLedger(db)), ...(await verifyOrders(db, schemas)), ...(await verifyAudit(db))],
  };
}
