/** Background work: jobs, the outbox, the node's heartbeat, known addresses, and the deletion of expired rows and files. */
import type { FastifyInstance } from "fastify";
import { readVersion } from "../config/folders.ts";
import { closeSettledTasks } from "../manual-provider/answer.ts";
import { sweepFiles } from "../files/open.ts";
import { sweep } from "../http/idempotency.ts";
import { createCoreJobs, coreLanes } from "./job-handlers.ts";
import { prune } from "../jobs/prune.ts";
import { Worker } from "../jobs/worker.ts";
import type { LifecycleContext } from "../lifecycle/context.ts";
import { Courier, SEND_JOB, sendMessage } from "../messages/courier.ts";
import type { Senders } from "../messages/message.ts";
import type { Host, Parts, Product } from "./product.ts";
import { Presence, type Role } from "../store/nodes.ts";
import { digestSchemas } from "../store/schema/digest.ts";

export interface BackgroundOptions extends Host, Pick<LifecycleContext, "clock" | "vocabulary"> {
  parts: Pick<Parts, "jobs">;
  lanes: Product["lanes"];
  senders: Senders | undefined;
  /** Role of the node. A `web` node runs no jobs and does not poll the outbox. */
  role: Role;
}

export interface Background {
  worker: Worker;
  /** Starts the work of the node's role. */
  start(): void;
  /** Stops deleting expired rows and polling the outbox. Call it before the app closes. */
  stopCourier(): Promise<void>;
  /** Waits for the running jobs and deletes the node's row. Call it after the app has closed. */
  stop(): Promise<void>;
}

const SWEEP_EVERY_MS = 10 * 60_000;

/** Creates the background work of a node. Errors are logged. */
export function createBackground(app: FastifyInstance, options: BackgroundOptions): Background {
  const { db, clock, senders, role, notifyWorker: wake } = options;
  const worker = createWorker(app, options);
  const courier =
    senders &&
    new Courier({
      db,
      clock,
      senders,
      notifyWorker: wake,
      onError: (error) => app.log.error({ err: error }, "outbox"),
    });
  const presence = new Presence(
    db,
    () => ({
      version: readVersion(),
      schema: digestSchemas(options.schemas()),
      keys: options.seal.kids.join(","),
      role,
    }),
    (error) => app.log.warn({ err: error }, "the node could not be noted"),
  );
  const loadAddresses = () =>
    void app.services.sessions.addresses
      .load(db)
      .catch((error: unknown) => app.log.warn({ err: error }, "the known addresses could not be read"));
  let sweeper: NodeJS.Timeout | undefined;
  return {
    worker,
    start() {
      presence.start();
      loadAddresses();
      sweeper = setInterval(() => {
        loadAddresses();
        removeExpired(app, presence.isLeader()).catch((error: unknown) => app.log.error({ err: error }, "sweep"));
      }, SWEEP_EVERY_MS);
      sweeper.unref();
      if (role === "web") return;
      worker.start();
      courier?.start();
    },
    async stopCourier() {
      clearInterval(sweeper);
      await courier?.stop();
    },
    async stop() {
      await worker.stop();
      await presence.stop();
    },
  };
}

/** Creates the worker for the jobs of the server and of the product. */
function createWorker(app: FastifyInstance, options: BackgroundOptions): Worker {
  const {
    db,
    schemas,
    notifyWorker: wake,
    invalidateSessions: forget,
    seal,
    clock,
    vocabulary,
    senders,
    parts,
    lanes = [],
  } = options;
  const context: LifecycleContext = {
    get schemas() {
      return schemas();
    },
    clock,
    notifyWorker: wake,
    invalidateSessions: forget,
    vocabulary,
    seal,
  };
  return new Worker({
    db,
    clock,
    handlers: {
      ...createCoreJobs(context),
      ...(senders && { [SEND_JOB]: sendMessage(senders, clock) }),
      ...parts.jobs?.(context),
    },
    lanes: [...coreLanes, ...lanes],
    onFailure: (job, error, dead) =>
      app.log[dead ? "error" : "warn"](
        { err: error, job: job.id, kind: job.kind },
        dead ? "job put aside" : "job failed",
      ),
  });
}

/**
 * Deletes files without a row. Every node does so in a local store, only the leading node in a shared one. The leading
 * node also deletes expired rows and finished jobs, and closes settled desk tasks.
 */
async function removeExpired({ services }: FastifyInstance, isLeader: boolean): Promise<void> {
  const { db, files, clock } = services;
  if (isLeader) {
    await sweep(db);
    await prune(db, clock.now());
    await closeSettledTasks(db, services);
  }
  if (!isLeader && !files.isLocal) return;
  await sweepFiles(files, async (ids) => {
    const rows =
      ids.length === 0
        ? []
        : await db.query(`SELECT id FROM file WHERE id IN (${ids.map((_, index) => `$${index + 1}`).join(", ")})`, ids);
    return new Set(rows.map((row) => row.id));
  });
}
