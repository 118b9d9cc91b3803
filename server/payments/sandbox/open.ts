/** Opens the sandbox. In live mode, nothing in this folder is used. */
import type { JobHandler } from "../../jobs/worker.ts";
import type { Seal } from "../../core/seal.ts";
import type { LifecycleContext, Vocabulary } from "../../lifecycle/context.ts";
import type { Providers } from "../../providers/provider-port.ts";
import type { CardVault } from "../services.ts";
import { createCardVault } from "../cards/sandbox/vault.ts";
import type { Schemas } from "@portolan/engine/folder";
import { getTableName } from "@portolan/engine";
import type { Database, Queries } from "../../store/database.ts";
import { readAppliedTables } from "../../store/schema/migrate.ts";
import { SandboxClock } from "../../sandbox/clock.ts";
import { CallFaults } from "../../sandbox/faults.ts";
import { SandboxFeed } from "../rates/sandbox/market.ts";
import { openOperator } from "../../sandbox/operator.ts";
import { storeSampleFiles } from "../demo/sample-files.ts";
import { readPassword } from "../../sandbox/password.ts";
import type { FileStore } from "../../files/file-store.ts";
import { createProviders, createStepHandlers } from "./script-runner.ts";
import type { Speed } from "../demo/script.ts";
import { changePassword, listDemoAccounts, grantNewPages } from "../demo/users.ts";
import { grantDefaultTerms } from "../onboarding/default-terms.ts";
import { seed } from "./seed.ts";
import { readAmountEnding } from "../demo/amount-ending.ts";
import { operatorCommands, type PaymentOperatorContext } from "./operator-commands.ts";

export interface SandboxOptions {
  db: Database;
  /** Signs the digests of the seeded orders. */
  seal: Seal;
  /** Returns the current schemas. Do not cache the result: development replaces them. */
  schemas(): Schemas;
  dataDir: string;
  files: FileStore;
  /** Password of the demo users (`SANDBOX_PASSWORD`). Default: the one stored in the data folder, else a new one. */
  password?: string | undefined;
  /** Speed of the simulated providers (`SANDBOX_SPEED`). Default: `normal`. */
  speed?: Speed;
  /** Whether to seed ninety days of history for the demo merchants. Default: true. */
  history?: boolean;
  /** Delay of simulated late responses in milliseconds. Default: 16 s. */
  responseDelayMs?: number | undefined;
  vocabulary: Vocabulary;
  /** Verifies and opens books when an operator requests it. */
  monitor?: PaymentOperatorContext["monitor"] | undefined;
}
export interface Sandbox {
  clock: SandboxClock;
  providers: Providers;
  /** Handlers of the jobs that run the providers' scripts. */
  handlers: Record<string, JobHandler>;
  /** Password of the demo accounts, for both sign-in and payments. */
  password: string;
  faults: CallFaults;
  feed: SandboxFeed;
  /** Opens the simulated issuer's card vault, whose numbers are derived from the key. */
  openCardVault(key: Buffer): CardVault;
  demo: { username: string; role: string; userStatus: number }[];
  /** Grants the default terms to a new merchant. Without a sandbox, operators set them. */
  grantDefaultTerms(tx: Queries, tenant: string): Promise<void>;
  /** Grants the demo users the pages and actions that were added to the schemas after the users were created. */
  grantNewPages(): Promise<void>;
  /** Opens the operator port. `drain` runs the due jobs. */
  operator(port: number, worker: { drain(): Promise<number> }): Promise<{ port: number; close(): Promise<void> }>;
  /**
   * Connects callbacks of the server, because events that the sandbox fires can also add jobs and change
   * certifications.
   */
  connect(listeners: { notifyWorker(): void; invalidateSessions(): void }): void;
}

/** Opens the sandbox on a migrated database, and seeds an empty one with demo data. */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { db, dataDir } = options;
  const clock = await SandboxClock.open(db);
  const feed = new SandboxFeed(db, clock);
  const { password, changed } = readPassword(dataDir, options.password);
  const { vocabulary, seal } = options;
  const fill = () =>
    seed(db, { schemas: options.schemas(), vocabulary, clock, seal }, password, options.history ?? true);
  const fresh = await fill();
  await storeSampleFiles(options.files);
  if (changed && !fresh) await db.tx((tx) => changePassword(tx, password));
  const grantNew = () => db.tx((tx) => grantNewPages(tx, options.schemas()));
  if (!fresh) await grantNew();

  let listeners = { notifyWorker: (): void => undefined, invalidateSessions: (): void => undefined };
  const context: LifecycleContext = {
    get schemas() {
      return options.schemas();
    },
    clock,
    notifyWorker: () => listeners.notifyWorker(),
    invalidateSessions: () => listeners.invalidateSessions(),
    vocabulary,
    seal,
  };
  const reset = async () => {
    await emptyDatabase(db, options.schemas());
    await clock.reset();
    feed.reset();
    await fill();
  };
  return {
    clock,
    password,
    demo: listDemoAccounts(),
    faults: new CallFaults(readAmountEnding, options.responseDelayMs),
    feed,
    grantDefaultTerms: (tx, tenant) => grantDefaultTerms(tx, options.schemas(), tenant, clock.now()),
    providers: createProviders(db, context, options.speed ?? "normal"),
    handlers: createStepHandlers(context),
    operator: (port, worker) =>
      openOperator(
        {
          desk: { db, clock, feed, context, monitor: options.monitor, drain: () => worker.drain(), reset, seed: fill },
          commands: operatorCommands,
        },
        dataDir,
        port,
      ),
    openCardVault: createCardVault,
    grantNewPages: grantNew,
    connect: (given) => {
      listeners = given;
    },
  };
}

/** Deletes the rows of all tables, but keeps the tables. */
async function emptyDatabase(db: Database, schemas: Schemas): Promise<void> {
  const base = await readAppliedTables(db);
  const own = [...schemas.entities.values()]
    .filter((entity) => entity.source === "store")
    .map((entity) => getTableName(entity));
  await db.tx(async (tx) => {
    for (const table of [...own, ...base]) await tx.query(`DELETE FROM ${table}`);
  });
}
