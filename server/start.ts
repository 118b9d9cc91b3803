/** A whole server over an open database: tables, demo data, worker and app. `main.ts` listens; tests inject or listen on a free port. */
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { buildApp } from "./app.ts";
import { handlers } from "./handlers.ts";
import { realClock, type Clock } from "./core/clock.ts";
import { sweepFiles } from "./files/store.ts";
import { sweep } from "./http/idempotency.ts";
import { buildRoutes } from "./routes.ts";
import type { SocketLimits } from "./http/sockets.ts";
import { createHandlers, requireProviders } from "./payments/job-handlers.ts";
import { prune } from "./jobs/prune.ts";
import { Worker } from "./jobs/worker.ts";
import { ledgerSource } from "./payments/ledger/projections.ts";
import { LedgerMonitor, type MonitorEvent } from "./payments/monitor/ledger-monitor.ts";
import type { LifecycleContext } from "./lifecycle/context.ts";
import { openSandbox, type Sandbox, type SandboxOptions } from "./sandbox/open.ts";
import type { Schemas } from "./schemas/read.ts";
import { checkKey } from "./session/key-check.ts";
import { sealFor } from "./core/seal.ts";
import type { Database } from "./store/database.ts";
import { migrate, prepareStore, type Report } from "./store/schema/migrate.ts";
import { baseTables } from "./tables.ts";
import { receivedTransfers } from "./payments/upgrade/received-transfers.ts";
import { createVocabulary } from "./payments/vocabulary.ts";

export interface ServerOptions {
  db: Database;
  schemas: Schemas;
  dataDir: string;
  portalDir?: string;
  publicOrigin?: string;
  proxies?: string;
  logLevel?: string;
  /** Other bounds of connections than the usual ones. */
  sockets?: Partial<SocketLimits>;
  /** Schema changes that are wanted although stored rows speak against them, as `entity.field`. */
  accept?: readonly string[];
  /** Books that were not proven for so long close, in milliseconds; default an hour. */
  booksCloseMs?: number;
  /** Mounts the simulated banks and the demo accounts. */
  sandbox?: Pick<SandboxOptions, "password" | "speed" | "history" | "responseDelayMs">;
}
export interface Server {
  app: FastifyInstance;
  worker: Worker;
  clock: Clock;
  sandbox?: Sandbox;
  monitor: LedgerMonitor;
  /** What was changed in the tables. */
  migrated: Report;
  /** Takes changed schemas into use as it runs; says what was changed in the tables. Throws and keeps the old where they do not fit the code or the stored records. */
  take(schemas: Schemas): Promise<Report>;
  /** Says by `/readyz` that this node goes away, and takes calls for so long yet: whoever sends them here sees it and sends them elsewhere. */
  drain(ms: number): Promise<void>;
  /** Stops taking calls, ends the job in hand, closes the app; the database stays open. */
  close(): Promise<void>;
}

/** What to configure when a job has no provider. */
const ADVICE = "Set SANDBOX=1 to simulate every provider.";
const SWEEP_EVERY_MS = 10 * 60_000;

/** Makes the tables, opens the sandbox, and wires the parts. Throws when the database holds something that does not fit the schemas, or was used with another key. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { db, dataDir, booksCloseMs } = options;
  const vocabulary = createVocabulary({ booksCloseMs });
  // Without the sandbox nothing else can answer: refused before anything is changed.
  if (!options.sandbox) await requireProviders(options.schemas, {}, ADVICE);
  await prepareStore(db);
  await checkKey(db, dataDir);
  const seal = sealFor(dataDir);
  const migrated = await migrate(db, options.schemas, { tables: baseTables, accept: options.accept, seal });
  const received = await receivedTransfers(db, options.schemas);
  if (received > 0) migrated.done.push(`transferIn: ${received} records of transfers received before`);
  // Development replaces the schemas while jobs and the sandbox run: they ask for them each time.
  const schemas = (): Schemas => app?.services.schemas ?? options.schemas;
  let app: FastifyInstance | undefined;
  const monitor = new LedgerMonitor({
    db,
    schemas,
    closeAfterMs: booksCloseMs,
    onEvent: (news) => void (app && logMonitorEvent(app.log, news)),
  });
  const sandbox =
    options.sandbox && (await openSandbox({ ...options.sandbox, db, dataDir, schemas, vocabulary, monitor }));
  const providers = sandbox?.providers ?? {};
  await requireProviders(options.schemas, providers, ADVICE);
  const clock = sandbox?.clock ?? realClock;
  const wake = () => worker.wake();
  const forget = () => app?.services.sessions.forget();
  sandbox?.connect({ wake, forget });
  const context: LifecycleContext = {
    get schemas() {
      return schemas();
    },
    clock,
    wake,
    forget,
    vocabulary,
    seal,
  };
  const ready = (app = await buildApp({
    ...options,
    seal,
    clock,
    wake,
    vocabulary,
    rowSources: { ledger: ledgerSource },
    sandbox: sandbox && {
      demo: sandbox.demo,
      faults: sandbox.faults,
      feed: sandbox.feed,
      welcome: (tx, m) => sandbox.grantDefaultTerms(tx, m),
    },
  }));
  const worker = new Worker({
    db,
    clock,
    handlers: { ...createHandlers({ context, providers, booksCloseMs }), ...sandbox?.handlers },
    failed: (job, error, dead) =>
      ready.log[dead ? "error" : "warn"](
        { err: error, job: job.id, kind: job.kind },
        dead ? "job put aside" : "job failed",
      ),
  });
  worker.start();
  monitor.start();
  const sweeper = setInterval(
    () => void tidy(ready).catch((error: unknown) => ready.log.error({ err: error }, "sweep")),
    SWEEP_EVERY_MS,
  );
  sweeper.unref();
  return {
    app: ready,
    worker,
    clock,
    sandbox,
    monitor,
    migrated,
    async take(next) {
      buildRoutes(next, handlers, ready.services);
      await requireProviders(next, providers, ADVICE);
      const changed = await migrate(db, next, { tables: baseTables, accept: options.accept, seal });
      ready.reloadSchemas(next);
      await sandbox?.grantNewPages();
      forget();
      return changed;
    },
    async drain(ms) {
      ready.leaving = "soon";
      await pause(ms);
    },
    async close() {
      clearInterval(sweeper);
      sandbox?.faults.release();
      // Node closes idle connections once; those that were busy then would stay open as long as they are kept alive.
      const idle = setInterval(() => ready.server.closeIdleConnections(), 50);
      await ready.close().finally(() => clearInterval(idle));
      await worker.stop();
      await monitor.stop();
    },
  };
}

/** Alarms are errors of the log: what closed, what is not proven, what could not be checked. */
function logMonitorEvent(log: FastifyBaseLogger, news: MonitorEvent): void {
  if (news.what === "closed")
    log.error(
      { m: news.m, reason: news.reason, findings: news.findings.slice(0, 20), count: news.findings.length },
      "books closed: this merchant's outgoing money stands still until an operator opens them",
    );
  else if (news.what === "unproven")
    log.error({ m: news.m, minutes: news.minutes }, "books not proven: this merchant's outgoing money will close");
  else if (news.what === "failed") log.error({ m: news.m, err: news.error }, "the books could not be checked");
  else log.warn({ m: news.m, reason: news.reason }, "books opened again");
}

/** Removes what nobody can ask for any more. */
async function tidy({ services: { db, dataDir, clock } }: FastifyInstance): Promise<void> {
  await sweep(db);
  await prune(db, clock.now());
  await sweepFiles(dataDir, async (ids) => {
    const rows =
      ids.length === 0
        ? []
        : await db.query<{ id: string }>(
            `SELECT id FROM file WHERE id IN (${ids.map((_, at) => `$${at + 1}`).join(", ")})`,
            ids,
          );
    return new Set(rows.map((row) => row.id));
  });
}
