/** Builds the Fastify app from a database, compiled schemas and a clock. `start.ts` starts the background work. */
import { uploadMaxBytes } from "../../src/contract/constants.gen.ts";
import cookie from "@fastify/cookie";
import multipart from "@fastify/multipart";
import Fastify, { LogController, type FastifyInstance, type FastifyPluginAsync } from "fastify";
import { type Row, TIME_HEADER } from "@portolan/engine";
import { getSignedInLevel, type AccessRule } from "../core/access.ts";
import type { Clock } from "../core/clock.ts";
import { Failure } from "../core/failure.ts";
import { ExportQueue } from "../export/export-queue.ts";
import { openFiles } from "../files/open.ts";
import type { FileStore } from "../files/file-store.ts";
import type { CommitHooks } from "../http/call.ts";
import { registerCspReports } from "../http/csp-reports.ts";
import { registerDispatcher } from "../http/dispatch.ts";
import { onError, onMalformed, onMalformedUrl, onUnknown } from "../http/errors.ts";
import { readPath, secureHeaders } from "../http/headers.ts";
import { registerHealth, HEALTH_PATHS, type ReadReadiness } from "../http/health.ts";
import { measureRequests } from "../http/access-log.ts";
import type { StoredGauge } from "../http/gauges.ts";
import { Metrics } from "../http/metrics.ts";
import { registerOpenApi } from "../http/openapi.ts";
import { servePortal } from "../http/portal.ts";
import type { HttpServer } from "../http/server.ts";
import { limitSockets, SOCKET_LIMITS, type SocketLimits } from "../http/sockets.ts";
import type { Lane } from "../jobs/lane.ts";
import { createTraceId } from "../http/trace.ts";
import { createWellKnown } from "../http/well-known.ts";
import type { Vocabulary } from "../lifecycle/context.ts";
import { buildRoutes, type RouteOptions } from "./routes.ts";
import type { Schemas } from "@portolan/engine/folder";
import type { ProductFacts, Services } from "../http/services.ts";
import { sealFor, type Seal } from "../core/seal.ts";
import { COOKIE_NAMES, type CookieNames } from "../session/cookies.ts";
import { Sessions, type Session } from "../session/sessions.ts";
import type { Database } from "../store/database.ts";
import type { RowSources } from "../store/read-records.ts";

/** Options of an app. `S` is the type of the services that its handlers receive. */
export interface AppOptions<S extends Services> extends RouteOptions<S>, Pick<Services, "replica"> {
  db: Database;
  schemas: Schemas;
  /** Folder of uploaded files and keys. */
  dataDir: string;
  clock: Clock;
  vocabulary: Vocabulary;
  /** Adds the product's services to the server's and returns the same object. */
  extend(services: Services): S;
  /** Folder of the built pages. If omitted, only the API is served. */
  portalDir?: string | undefined;
  /** Public origin of the server when it runs behind a proxy. With `https:`, cookies are `Secure` and HSTS is sent. */
  publicOrigin?: string | undefined;
  /**
   * Addresses or networks of trusted proxies, separated by commas. `X-Forwarded-For` from any other peer is ignored.
   * Default: none.
   */
  proxies?: string | undefined;
  product: ProductFacts;
  /** Session that public calls run under. If omitted, they have no actor. */
  visitor?: Session | undefined;
  /** Path of the page that `/` opens for a signed-in user. Default: `/`. */
  home?: string | undefined;
  /** Names of the session's readable cookies. Default: `COOKIE_NAMES`. */
  cookies?: CookieNames | undefined;
  /** Returns the access level for a user's status. Default: the level above that of visitors. */
  getAccessLevel?: AccessRule["getAccessLevel"] | undefined;
  /** Settings of the server that every page contains as `<meta name="portal">`. */
  about?: Row | undefined;
  /** Routes of the product outside `/api`. */
  plugins?: readonly FastifyPluginAsync[] | undefined;
  /** Hooks that run around the commit of a mutating call. */
  hooks?: CommitHooks | undefined;
  /** Store of uploaded files. Default: the folder `files` in `dataDir`. */
  fileStore?: FileStore | undefined;
  /** Seals stored secrets. Default: a seal with the key in `dataDir`. */
  seal?: Seal | undefined;
  /** Sources of entities without a table. */
  rowSources?: RowSources | undefined;
  /** Notifies the job worker after a commit that added a job. */
  notifyWorker?: (() => void) | undefined;
  /** Connection limits that override `SOCKET_LIMITS`. */
  sockets?: Partial<SocketLimits> | undefined;
  /** Log level of pino. Default: `warn`. */
  logLevel?: string | undefined;
  /** Contact for vulnerability reports: a `mailto:` or `https:` URL. */
  securityContact?: string | undefined;
  /** Job lanes whose lag `/metrics` reports. */
  lanes?: readonly Lane[] | undefined;
  /** Reads the product's parts of `/readyz`. */
  readReadiness?: ReadReadiness | undefined;
  /** Gauges of the product for `/metrics`. */
  gauges?: readonly StoredGauge[] | undefined;
}

declare module "fastify" {
  interface FastifyInstance {
    services: Services;
    /** Metrics of this process, served on the operators' port. */
    metrics: Metrics;
    /**
     * Asserts that every call in the schemas has a handler and a unique method and path. @throws Error naming the call
     */
    checkRoutes(schemas: Schemas): void;
    /**
     * Replaces the current schemas and rebuilds the routes. Running calls keep their route and its schemas to their end.
     *
     * @throws Error as `checkRoutes`; the current schemas stay in use
     */
    reloadSchemas(schemas: Schemas): void;
  }
}

/**
 * Maximum size of a JSON body in bytes. Sized for an import of 4,000 rows, sent either as rows or as the JSON text that
 * a step-up confirms.
 */
const MAX_BODY_BYTES = 4 * 1024 * 1024;
/** Content types whose bodies Fastify keeps as buffers, because the routes parse them. */
const PARSED_TYPES = [
  "application/json",
  "application/x-www-form-urlencoded",
  "application/csp-report",
  "application/reports+json",
];

/**
 * Builds the app, ready for `listen` or `inject`.
 *
 * @throws Error when a call in the schemas has no handler, or two calls share a method and path
 */
export async function buildApp<S extends Services>(
  options: AppOptions<S>,
): Promise<{ app: FastifyInstance; services: S }> {
  const services = options.extend(createServices(options));
  const app = createFastify(options, services);
  decorate(app, options, services);
  await addParsers(app);
  addHooks(app, options.clock);
  measureRequests(app, app.metrics);
  app.setErrorHandler(onError);
  app.register(registerHealth);
  app.register(registerCspReports);
  app.register(createWellKnown(options.securityContact, options.publicOrigin));
  app.register(registerOpenApi);
  app.register(registerDispatcher);
  for (const plugin of options.plugins ?? []) app.register(plugin);
  const uncachedPages = new Set(services.schemas.pages.filter((page) => page.cache === false).map((page) => page.path));
  const sendIndex = await servePortal(app, {
    dir: options.portalDir,
    about: options.about ?? {},
    home: options.home ?? "/",
    uncachedPages,
  });
  app.setNotFoundHandler(onUnknown(sendIndex, (path) => services.schemas.pages.some((page) => page.path === path)));
  await app.ready();
  return { app, services };
}

function createServices(options: Omit<AppOptions<Services>, "extend" | "handlers" | "files">): Services {
  const { db, replica, clock, schemas, dataDir, vocabulary, rowSources, notifyWorker } = options;
  return {
    db,
    replica,
    clock,
    schemas,
    vocabulary,
    files: options.fileStore ?? openFiles(db, dataDir),
    seal: options.seal ?? sealFor(dataDir),
    sessions: new Sessions({ db, vocabulary }),
    product: options.product,
    exports: new ExportQueue(),
    getAccessLevel: options.getAccessLevel ?? getSignedInLevel(schemas),
    ...(rowSources && { rowSources }),
    ...(notifyWorker && { notifyWorker: notifyWorker }),
  };
}

type FastifyOptions = Pick<AppOptions<Services>, "logLevel" | "sockets" | "proxies">;

function createFastify(
  { logLevel = "warn", sockets, proxies }: FastifyOptions,
  { sessions }: Pick<Services, "sessions">,
): FastifyInstance {
  const limits = { ...SOCKET_LIMITS, ...sockets };
  const app = Fastify({
    logger: {
      level: logLevel,
      redact: ["req.headers.cookie", "req.headers.token", "req.headers.proof"],
    },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: limits.requestMs,
    connectionTimeout: 120_000,
    keepAliveTimeout: 65_000,
    http: { headersTimeout: limits.headersMs, connectionsCheckingInterval: limits.checkMs },
    trustProxy: proxies || false,
    genReqId: createTraceId,
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: 500 },
    clientErrorHandler: onMalformed,
    frameworkErrors: onMalformedUrl,
    // Disable Fastify's own 503 response, because it is not an envelope.
    return503OnClosing: false,
  });
  limitSockets(app.server, limits, { proxies, isKnown: (address) => sessions.addresses.has(address) });
  return app;
}

/** Decorates the app with what routes and hooks read: the services, the current routes and the server state. */
function decorate<S extends Services>(app: FastifyInstance, options: AppOptions<S>, services: S): void {
  const { publicOrigin, hooks, readReadiness, visitor, cookies = COOKIE_NAMES } = options;
  const build = (schemas: Schemas) => buildRoutes(schemas, options, services);
  let table = build(services.schemas);
  const http: HttpServer = {
    services,
    table: () => table,
    secure: publicOrigin?.startsWith("https:") ?? false,
    cookies,
    ...(publicOrigin !== undefined && { publicOrigin }),
    ...(hooks && { hooks }),
    ...(readReadiness && { readReadiness }),
    ...(visitor && { visitor }),
  };
  const shared: Services = services;
  app.decorate("services", shared);
  app.decorate("http", http);
  app.decorate(
    "metrics",
    new Metrics({ db: () => services.db, clock: options.clock, lanes: options.lanes, gauges: options.gauges }),
  );
  app.decorate("cspReports", { count: 0 });
  app.decorate("leaving", "no");
  app.decorate("checkRoutes", (schemas: Schemas) => void build(schemas));
  app.decorate("reloadSchemas", (schemas: Schemas) => {
    table = build(schemas);
    services.schemas = schemas;
  });
}

/**
 * Registers the parsers of cookies, uploads and bodies. A body stays a buffer until all checks that do not need it have
 * passed, so that a refused call costs no parsing.
 */
async function addParsers(app: FastifyInstance): Promise<void> {
  await app.register(cookie);
  await app.register(multipart, {
    limits: { fileSize: uploadMaxBytes, files: 1, fields: 4, fieldSize: 200, parts: 5, headerPairs: 50 },
  });
  app.removeContentTypeParser(["application/json", "text/plain"]);
  for (const type of PARSED_TYPES) {
    app.addContentTypeParser(type, { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  }
}

function addHooks(app: FastifyInstance, clock: Clock): void {
  app.addHook("onRequest", async (request, reply) => {
    secureHeaders(request, reply, app.http.secure);
    reply.header(TIME_HEADER, new Date(clock.now()).toISOString());
    if (app.leaving === "now" && !HEALTH_PATHS.has(readPath(request))) throw new Failure("busy");
  });
  app.addHook("preClose", async () => void (app.leaving = "now"));
}
