/** The sandbox, put together: without it (`SANDBOX=0`) nothing of this folder is mounted. */
import type { JobHandler } from "../jobs/worker.ts";
import type { LifecycleContext } from "../lifecycle/context.ts";
import type { Schemas } from "../schemas/read.ts";
import { tableOf } from "../../src/engine/index.ts";
import type { Database } from "../store/database.ts";
import { baseTables } from "../store/schema/tables.ts";
import { bankHandlers } from "./bank.ts";
import { SandboxClock } from "./clock.ts";
import { CallFaults } from "./faults.ts";
import { openOperator } from "./operator.ts";
import type { Speed } from "./outcome.ts";
import { sandboxPassword } from "./password.ts";
import { changePassword, demoAccounts, grantNew } from "./people.ts";
import { seed } from "./seed.ts";

export interface SandboxOptions {
  db: Database;
  /** The compiled schemas in use; asked anew each time, because development replaces them. */
  schemas(): Schemas;
  dataDir: string;
  /** `SANDBOX_PASSWORD`; without it the one in the data folder, else a new one. */
  password?: string;
  /** `SANDBOX_SPEED`; default `normal`. */
  speed?: Speed;
  /** Whether the demo merchants get their ninety days; default true. */
  history?: boolean;
  /** How late late answers are, in milliseconds; default 16 s. */
  lateMs?: number;
  /** Closed while nothing may move money. */
  books?: LifecycleContext["books"];
}
export interface Sandbox {
  clock: SandboxClock;
  /** Jobs of the simulated bank, for the worker. */
  handlers: Record<string, JobHandler>;
  /** The demo accounts' login and payment password. */
  password: string;
  /** Calls that go wrong by their amount. */
  faults: CallFaults;
  demo: { username: string; role: string; userStatus: number }[];
  /** Opens the operator's port; `drain` runs the jobs that are due, `wake` the worker. */
  operator(port: number, worker: { drain(): Promise<number> }): Promise<{ port: number; close(): Promise<void> }>;
  /** Takes the worker's wake into use: events that the sandbox fires add jobs, too. */
  onWork(wake: () => void): void;
}

/** Whether a text names a speed. */
export const isSpeed = (text: string | undefined): text is Speed => text === "instant" || text === "fast" || text === "normal";

/** Opens the sandbox over a migrated database: its clock, its password, its demo data (filled in when the database is empty). */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { db, dataDir } = options;
  const clock = await SandboxClock.open(db);
  const { password, changed } = sandboxPassword(dataDir, options.password);
  const fill = () => seed(db, options.schemas(), clock, password, options.history ?? true);
  const fresh = await fill();
  if (changed && !fresh) await db.tx((tx) => changePassword(tx, password));
  if (!fresh) await db.tx((tx) => grantNew(tx, options.schemas()));

  let wake: () => void = () => undefined;
  const context: LifecycleContext = { get schemas() { return options.schemas(); }, clock, wake: () => wake(), books: options.books };
  const reset = async () => {
    await empty(db, options.schemas());
    await clock.reset();
    await fill();
  };
  return {
    clock, password, demo: demoAccounts(),
    faults: new CallFaults(options.lateMs),
    handlers: bankHandlers(context, options.speed ?? "normal"),
    operator: (port, worker) => openOperator({ db, clock, context, drain: () => worker.drain(), reset, seed: fill }, dataDir, port),
    onWork: (given) => { wake = given; },
  };
}

/** Deletes all rows of all tables; the tables stay. */
async function empty(db: Database, schemas: Schemas): Promise<void> {
  const base = baseTables.flatMap((sql) => /^CREATE TABLE IF NOT EXISTS (\w+)/.exec(sql)?.[1] ?? []);
  const own = [...schemas.entities.values()].filter((entity) => entity.source === "store").map((entity) => tableOf(entity));
  await db.tx(async (tx) => {
    for (const table of [...own, ...base]) await tx.query(`DELETE FROM ${table}`);
  });
}
