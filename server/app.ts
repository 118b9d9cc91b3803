/** The server, composed: one Fastify over a database, compiled schemas and a clock. Starts nothing in the background (`main.ts` does). */
import cookie from "@fastify/cookie";
import multipart from "@fastify/multipart";
import Fastify, { LogController, type FastifyInstance } from "fastify";
import { TIME_HEADER } from "../src/contract/envelope.ts";
import { handlers } from "./handlers.ts";
import type { Clock } from "./core/clock.ts";
import { Failure } from "./core/failure.ts";
import { ExportLine } from "./export/line.ts";
import { MAX_UPLOAD_BYTES } from "./files/limits.ts";
import type { CommitHooks } from "./http/call.ts";
import { cspReports } from "./http/csp-reports.ts";
import { dispatcher } from "./http/dispatch.ts";
import { onError, onMalformed, onMalformedUrl, onUnknown } from "./http/errors.ts";
import { pathOf, secureHeaders } from "./http/headers.ts";
import { health, HEALTH_PATHS } from "./http/health.ts";
import { openApi } from "./http/openapi.ts";
import { servePortal } from "./http/portal.ts";
import type { HttpServer } from "./http/server.ts";
import { boundSockets, SOCKET_LIMITS, type SocketLimits } from "./http/sockets.ts";
import { newTraceId } from "./http/trace.ts";
import type { Vocabulary } from "./lifecycle/context.ts";
import type { Feed } from "./payments/rates/feed.ts";
import type { PaymentServices } from "./payments/services.ts";
import { buildRoutes } from "./routes.ts";
import type { Schemas } from "./schemas/read.ts";
import { sealFor, type Seal } from "./core/seal.ts";
import { Sessions } from "./session/sessions.ts";
import type { Database, Queries } from "./store/database.ts";
import type { RowSources } from "./store/records.ts";

/** What a server is built from. */
export interface AppOptions {
  db: Database;
  schemas: Schemas;
  /** Folder of files and keys. */
  dataDir: string;
  clock: Clock;
  /** Folder of the built portal; without it only the API answers. */
  portalDir?: string;
  /** Address under which browsers reach the server, when a proxy stands before it; `https:` makes cookies `Secure` and sends HSTS. */
  publicOrigin?: string;
  /** Addresses (or networks) of proxies before the server, with commas: only their X-Forwarded-For is believed. Default none. */
  proxies?: string;
  /** Present when simulated banks are mounted: the portal shows a badge and the demo sign-ins. */
  sandbox?: {
    demo: { username: string; role: string }[];
    faults?: CommitHooks;
    feed?: Feed;
    welcome?(tx: Queries, tenant: string): Promise<void>;
  };
  /** Seals secrets; default: with the key of `dataDir`. */
  seal?: Seal;
  /** Rows of entities that have no table, by their source. */
  rowSources?: RowSources;
  /** Called when a commit added a job: wakes the worker. */
  wake?: () => void;
  /** What the words of the schemas do. */
  vocabulary: Vocabulary;
  /** Other bounds of connections than `SOCKET_LIMITS`. */
  sockets?: Partial<SocketLimits>;
  /** pino level; default `warn`. */
  logLevel?: string;
}

declare module "fastify" {
  interface FastifyInstance {
    /** What the handlers work with. */
    services: PaymentServices;
    /** Replaces the schemas in use: routes are rebuilt, running calls end with the old ones. Throws and keeps the old ones when the new do not fit. */
    reloadSchemas(schemas: Schemas): void;
  }
}

/** Largest JSON body in bytes: a payment file of 4,000 rows fits, and once more as the text that its confirmation is bound to. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** Builds what handlers work with. */
function createServices({ db, clock, schemas, dataDir, sandbox, ...options }: AppOptions): PaymentServices {
  return {
    db,
    clock,
    schemas,
    dataDir,
    seal: options.seal ?? sealFor(dataDir),
    sessions: new Sessions(db),
    exports: new ExportLine(),
    rowSources: options.rowSources,
    sandbox: sandbox !== undefined,
    wake: options.wake,
    vocabulary: options.vocabulary,
    feed: sandbox?.feed,
    onMerchantRegistered: sandbox?.welcome,
  };
}

/** Builds the server; it resolves ready to listen or to `inject`. @throws Error when a call of the schemas has no handler or two share an address */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { clock, sandbox } = options;
  const services = createServices(options);
  let table = buildRoutes(services.schemas, handlers, services);
  const http: HttpServer = {
    services,
    table: () => table,
    secure: options.publicOrigin?.startsWith("https:") ?? false,
    publicOrigin: options.publicOrigin,
    hooks: sandbox?.faults,
  };
  const limits = { ...SOCKET_LIMITS, ...options.sockets };
  const app = Fastify({
    logger: {
      level: options.logLevel ?? "warn",
      redact: ["req.headers.cookie", "req.headers.token", "req.headers.proof"],
    },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: limits.requestMs,
    connectionTimeout: 120_000,
    keepAliveTimeout: 65_000,
    http: { headersTimeout: limits.headersMs, connectionsCheckingInterval: limits.checkMs },
    trustProxy: options.proxies || false,
    genReqId: newTraceId,
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: 500 },
    clientErrorHandler: onMalformed,
    frameworkErrors: onMalformedUrl,
    // The framework's own words for it are no envelope.
    return503OnClosing: false,
  });
  boundSockets(app.server, limits, options.proxies);
  app.decorate("services", services);
  app.decorate("http", http);
  app.decorate("cspReports", { count: 0 });
  app.decorate("leaving", "no");
  app.decorate("reloadSchemas", (schemas: Schemas) => {
    table = buildRoutes(schemas, handlers, services);
    services.schemas = schemas;
  });
  await app.register(cookie);
  await app.register(multipart, {
    limits: { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: 4, fieldSize: 200, parts: 5, headerPairs: 50 },
  });
  app.removeContentTypeParser(["application/json", "text/plain"]);
  for (const type of [
    "application/json",
    "application/x-www-form-urlencoded",
    "application/csp-report",
    "application/reports+json",
  ]) {
    app.addContentTypeParser(type, { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  }
  app.addHook("onRequest", async (request, reply) => {
    secureHeaders(request, reply, http.secure);
    reply.header(TIME_HEADER, new Date(clock.now()).toISOString());
    if (app.leaving === "now" && !HEALTH_PATHS.has(pathOf(request))) throw new Failure("busy");
  });
  app.addHook("preClose", async () => void (app.leaving = "now"));
  app.setErrorHandler(onError);

  app.register(health);
  app.register(cspReports);
  app.register(openApi);
  app.register(dispatcher);
  const uncachedPages = new Set(services.schemas.pages.filter((page) => page.cache === false).map((page) => page.path));
  const sendIndex = await servePortal(app, options.portalDir, sandbox, uncachedPages);
  app.setNotFoundHandler(onUnknown(sendIndex, (path) => services.schemas.pages.some((page) => page.path === path)));
  await app.ready();
  return app;
}
