/**
 * Starts a server on an open database: its tables, the product's parts, the app and the worker. The caller listens on a
 * port, or uses `inject` in tests.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { prepareKinds } from "@portolan/engine/compiler";
import { buildApp } from "./app.ts";
import { createBackground, type Background } from "./background.ts";
import { readVersion } from "../config/folders.ts";
import { realClock, type Clock } from "../core/clock.ts";
import type { KeyRing } from "../core/key-ring.ts";
import { sealFor, type Seal } from "../core/seal.ts";
import { openFiles, type FileSettings } from "../files/open.ts";
import { coreLanes } from "./job-handlers.ts";
import { openOps } from "../http/ops.ts";
import type { SocketLimits } from "../http/sockets.ts";
import type { Worker } from "../jobs/worker.ts";
import type { Host, Parts, Product } from "./product.ts";
import type { FileRoutes } from "./routes.ts";
import type { Senders } from "../messages/message.ts";
import type { Schemas } from "@portolan/engine/folder";
import type { Services } from "../http/services.ts";
import { grantRoles } from "../session/roles.ts";
import { openVisitor } from "../session/visitor.ts";
import { checkKey } from "../session/key-check.ts";
import type { Database } from "../store/database.ts";
import { listOtherNodes, type Role } from "../store/nodes.ts";
import type { Replica } from "../store/replica.ts";
import { digestSchemas } from "../store/schema/digest.ts";
import { migrate, prepareStore, requireMigrated, type Report } from "../store/schema/migrate.ts";
import { createBaseTables } from "./tables.ts";

/** Options of a server: database, schemas, folders and addresses. */
export interface ServerOptions {
  db: Database;
  /** Replica for reading lists and exports. */
  replica?: Pick<Replica, "find"> | undefined;
  schemas: Schemas;
  /** Folder of uploaded files and, if `keys` is omitted, of the key. */
  dataDir: string;
  /**
   * Keys for sealing and opening. The first one is used for sealing. Default: the key in `dataDir`, which the first
   * start creates.
   */
  keys?: KeyRing | undefined;
  /** Folder of the built pages. If omitted, only the API is served. */
  portalDir?: string | undefined;
  publicOrigin?: string | undefined;
  proxies?: string | undefined;
  logLevel?: string | undefined;
  /** Contact for vulnerability reports, a `mailto:` or `https:` URL. */
  securityContact?: string | undefined;
  /** Senders of emails and text messages. If omitted, messages stay in the outbox. */
  senders?: Senders | undefined;
  /** Connection limits that override the defaults. */
  sockets?: Partial<SocketLimits> | undefined;
  /** Settings of the file store. Default: the folder `files` in `dataDir`. */
  fileSettings?: FileSettings | undefined;
  /** Whether to migrate the database. If false, an outdated database prevents the start. Default: true. */
  migrates?: boolean | undefined;
  /** Role of this node. A `web` node runs no jobs and does not start the product's background work. Default: `both`. */
  role?: Role | undefined;
  /** Schema changes to apply although stored rows contradict them, as `entity.field`. */
  accept?: readonly string[] | undefined;
}

/** A running server. `S` is the type of its services, `P` of the product's parts. */
export interface Server<S extends Services = Services, P = Parts<S>> {
  app: FastifyInstance;
  services: S;
  worker: Worker;
  clock: Clock;
  parts: P;
  /** Changes made to the tables at startup. */
  migrated: Report;
  /**
   * Replaces the schemas at run time. Returns the changes made to tables.
   *
   * @throws Error when the new schemas do not fit the code or the stored records. The current schemas then stay in use.
   */
  reloadSchemas(schemas: Schemas): Promise<Report>;
  /**
   * Opens the operators' port (0: any free port), which serves the probes and `/metrics`. Close it before the server.
   */
  openOps(address: { host: string; port: number }): Promise<{ address: string; close(): Promise<void> }>;
  /**
   * Makes `/readyz` report draining and resolves after `ms` milliseconds. Calls are still served meanwhile, so that a
   * load balancer has time to route new ones elsewhere.
   */
  drain(ms: number): Promise<void>;
  /** Refuses further calls, finishes running jobs, and closes the app. The database stays open. */
  close(): Promise<void>;
}

/**
 * Starts the server of a product.
 *
 * @throws Error when the product rejects the schemas, stored rows do not fit them, or the database was used with
 * another key
 * @example
 * const served = readSchemas("schemas", { engine: createEngine(dialect) });
 * const server = await startServer(createProduct({ title: "Issues" }), { db, schemas: served, dataDir: "data" });
 * await server.app.listen({ port: 8080 });
 */
export async function startServer<S extends Services, P extends Parts<S>>(
  product: Product<S, P>,
  options: ServerOptions,
): Promise<Server<S, P>> {
  const { db, dataDir, senders, role = "both" } = options;
  await prepareKinds(options.schemas.dialect);
  // Check the schemas before anything is changed.
  await product.checkSchemas?.(options.schemas);
  const { seal, migrated, change } = await prepareDatabase(product, options);
  if (product.roles && options.migrates !== false) await grantRoles(db, options.schemas, product.roles);
  const running: Running = {};
  const files = openFiles(db, dataDir, options.fileSettings);
  const host = createHost(options, { seal, files }, running);
  const parts = await product.open(host);
  const clock = parts.clock ?? realClock;
  const { app, services } = await buildApp({
    ...options,
    seal,
    fileStore: files,
    clock,
    vocabulary: product.vocabulary,
    handlers: product.handlers,
    files: product.files ?? (product.visitor ? undefined : describeFileRoutes(options.schemas)),
    product,
    home: product.home,
    cookies: product.cookies,
    getAccessLevel: product.getAccessLevel,
    visitor: product.visitor && (await openVisitor(db, { ...options, ...product }, product.visitor)),
    rowSources: product.rowSources,
    plugins: parts.plugins,
    hooks: parts.hooks,
    about: parts.about,
    lanes: [...coreLanes, ...(product.lanes ?? [])],
    gauges: parts.gauges,
    readReadiness: parts.readReadiness,
    extend: (base) => parts.extend(base),
    notifyWorker: () => host.notifyWorker(),
  });
  running.app = app;
  const { vocabulary, lanes } = product;
  const background = createBackground(app, { ...host, clock, vocabulary, lanes, senders, parts, role });
  const { worker } = background;
  running.worker = worker;
  background.start();
  if (role !== "web") parts.start?.(app.log);
  const openOperatorsPort = (address: { host: string; port: number }) => openOps(app, app.metrics, address);
  const ends = {
    drain: (ms: number) => drainApp(app, ms),
    close: () => closeServer({ app, background, parts }),
  };
  const reloadSchemas = async (schemas: Schemas) => {
    app.checkRoutes(schemas);
    await product.checkSchemas?.(schemas);
    const changed = await change(schemas);
    if (product.roles) await grantRoles(db, schemas, product.roles);
    app.reloadSchemas(schemas);
    await parts.onSchemas?.();
    host.invalidateSessions();
    return changed;
  };
  return { app, services, worker, clock, parts, migrated, reloadSchemas, openOps: openOperatorsPort, ...ends };
}

/**
 * Checks this node's keys against the database and migrates the tables to match the code and schemas. `change` migrates
 * them again for other schemas. With `migrates: false`, only asserts that the tables match, and `change` does nothing.
 */
async function prepareDatabase(
  product: Pick<Product, "vocabulary" | "tables" | "upgrade">,
  options: ServerOptions,
): Promise<{ seal: Seal; migrated: Report; change(schemas: Schemas): Promise<Report> }> {
  const { db, dataDir, keys } = options;
  if (options.migrates === false)
    await requireMigrated(db, options.schemas, [
      ...createBaseTables(product.vocabulary.accounts),
      ...(product.tables ?? []),
    ]);
  else await prepareStore(db);
  await checkKey(db, dataDir, keys);
  const seal = sealFor(dataDir, keys);
  if (options.migrates === false) {
    const unchanged: Report = { done: [], warnings: [] };
    return { seal, migrated: unchanged, change: () => Promise.resolve(unchanged) };
  }
  const change = (schemas: Schemas) => migrateTables(product, seal, { ...options, schemas });
  const nodeFacts = { version: readVersion(), schema: digestSchemas(options.schemas) };
  const isRolling = (await listOtherNodes(db, nodeFacts)).length > 0;
  const migrated = await change(options.schemas);
  migrated.done.push(...((await product.upgrade?.(db, options.schemas, { seal, isRolling })) ?? []));
  return { seal, migrated, change };
}

/** Returns the default paths of uploads and of uploaded files, for signed-in users. */
function describeFileRoutes({ dialect: { path, access } }: Schemas): FileRoutes {
  return { upload: path("file", "upload"), load: path("file", "load"), access: access.levels[1] ?? access.default };
}

/** App and worker, set once they exist. The product's parts are opened earlier and use them later. */
interface Running {
  app?: FastifyInstance;
  worker?: Worker;
}

function createHost(
  { db, dataDir, schemas }: ServerOptions,
  { seal, files }: Pick<Host, "seal" | "files">,
  running: Running,
): Host {
  return {
    db,
    dataDir,
    files,
    seal,
    schemas: () => running.app?.services.schemas ?? schemas,
    notifyWorker: () => running.worker?.notify(),
    invalidateSessions: () => running.app?.services.sessions.invalidate(),
  };
}

/** Migrates the tables to those of the server, the product and the schemas. */
function migrateTables(
  { vocabulary, tables = [] }: Pick<Product, "vocabulary" | "tables">,
  seal: Seal,
  { db, schemas, accept }: ServerOptions,
): Promise<Report> {
  return migrate(db, schemas, {
    tables: [...createBaseTables(vocabulary.accounts), ...tables],
    seal,
    ...(accept && { accept }),
  });
}

/** Makes `/readyz` report draining. Resolves after `ms` milliseconds. */
async function drainApp(app: FastifyInstance, ms: number): Promise<void> {
  app.leaving = "soon";
  await pause(ms);
}

async function closeServer<S extends Services>({
  app,
  background,
  parts,
}: Pick<Server<S, Parts<S>>, "app" | "parts"> & { background: Background }): Promise<void> {
  await background.stopCourier();
  parts.release?.();
  await closeApp(app);
  await background.stop();
  await parts.stop?.();
}

/**
 * Closes the app. Node closes idle connections only once, so connections that were busy at that moment are closed when
 * they become idle.
 */
async function closeApp(app: FastifyInstance): Promise<void> {
  const idle = setInterval(() => app.server.closeIdleConnections(), 50);
  await app.close().finally(() => clearInterval(idle));
}
