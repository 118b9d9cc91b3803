/** Health probes: whether the process is alive, whether it accepts calls, and what needs an operator. */
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isLoopback } from "../core/address.ts";
import { buildRefusal } from "./envelope.ts";
import { readLanguage } from "../core/language.ts";
import type { Queries } from "../store/database.ts";

/** `/healthz` is an alias of `/readyz`. */
const READY_PATHS = ["/readyz", "/healthz"];
/** Paths that respond even during shutdown. */
export const HEALTH_PATHS: ReadonlySet<string> = new Set(["/livez", ...READY_PATHS]);
/** Time in milliseconds after which a database without a response counts as down. */
const PART_MS = 1_000;
const RETRY_AFTER_S = 5;
/** Age of a due job in seconds above which an operator is needed, because jobs are not being run. */
const LAG_S = 600;

/** State of a product for probes: whether it needs no operator, and the parts that were checked, by name. */
export interface ProductReadiness {
  ok: boolean;
  parts: Readonly<Record<string, boolean | number>>;
}
/** Reads the state of a product from the database. A failure or timeout counts as needing an operator. */
export type ReadReadiness = (db: Queries) => Promise<ProductReadiness>;

interface Parts extends ProductReadiness {
  /** Whether this node accepts calls. False once shutdown has started. */
  taking: boolean;
  database: boolean;
  deadJobs: number;
  /** Age in seconds of the job that has been due longest. 0 when no job is due. */
  jobLagSeconds: number;
}

/**
 * Result of a probe: whether this node accepts calls (`isReady`), whether it does and no operator is needed (`ok`), and
 * the parts that were checked, those of the product included.
 */
interface Readiness {
  isReady: boolean;
  ok: boolean;
  parts: Readonly<Record<string, boolean | number>>;
}

/**
 * Responds with 503 only where another node may succeed: when the database is unreachable or the node shuts down.
 * Closed books, dead jobs and late jobs concern every node, so they set `ok` to false with status 200. Only requests
 * from the machine itself receive the parts.
 */
export async function registerHealth(app: FastifyInstance): Promise<void> {
  app.get("/livez", async () => ({ ok: true }));
  for (const path of READY_PATHS) {
    app.get(path, async (request, reply) => {
      const { isReady, ok, parts } = await findReadiness(app);
      const detail = isLocal(request) ? { parts } : {};
      reply.header("cache-control", "no-store");
      if (isReady) return { ok, ...detail };
      const { status, body } = buildRefusal({ failure: "busy" }, readLanguage(request), request.id);
      return reply
        .code(status)
        .header("retry-after", String(RETRY_AFTER_S))
        .send({ ok: false, ...detail, ...body });
    });
  }
}

/** Running queries by app, which concurrent probes share. */
const running = new WeakMap<FastifyInstance, Promise<Readiness>>();

/** Returns the readiness of this node. Concurrent calls share one query. */
export function findReadiness(app: FastifyInstance): Promise<Readiness> {
  const shared = running.get(app);
  if (shared) return shared;
  const started = readParts(app)
    .then(({ ok, parts, ...own }) => {
      const { taking, database, deadJobs, jobLagSeconds } = own;
      const isReady = taking && database;
      return { isReady, ok: isReady && ok && deadJobs === 0 && jobLagSeconds <= LAG_S, parts: { ...own, ...parts } };
    })
    .finally(() => running.delete(app));
  running.set(app, started);
  return started;
}

async function readParts(app: FastifyInstance): Promise<Parts> {
  const { http, services, leaving } = app;
  const { db } = http.services;
  const [jobs, product] = await Promise.all([
    readWithin(app, "jobs", async () => {
      const [row] = await db.query<{ dead: string; due: string | null }>(
        "SELECT (SELECT count(*) FROM job WHERE state = 'dead') AS dead, (SELECT min(run_at) FROM job WHERE state = 'open') AS due",
      );
      return row;
    }),
    http.readReadiness ? readWithin(app, "product", () => http.readReadiness?.(db)) : { ok: true, parts: {} },
  ]);
  const now = services.clock.now();
  return {
    taking: leaving === "no",
    database: jobs !== undefined,
    deadJobs: Number(jobs?.dead ?? 0),
    jobLagSeconds: jobs?.due ? Math.max(0, Math.round((now - Date.parse(jobs.due)) / 1_000)) : 0,
    ok: product?.ok ?? false,
    parts: product?.parts ?? {},
  };
}

/** Awaits a part for a limited time; undefined when it fails, which is logged, or takes longer. */
async function readWithin<T>(
  { log }: FastifyInstance,
  part: string,
  read: () => Promise<T> | undefined,
): Promise<T | undefined> {
  const patience = new AbortController();
  const over = pause(PART_MS, undefined, { signal: patience.signal }).catch(() => undefined);
  const work = async () => read();
  return Promise.race([
    work().catch((error: unknown) => void log.error({ part, err: error }, "readiness could not be read")),
    over,
  ]).finally(() => patience.abort());
}

/** Returns whether the request comes directly from this machine, and not through a proxy on it. */
function isLocal({ ip, headers }: FastifyRequest): boolean {
  return isLoopback(ip) && headers["x-forwarded-for"] === undefined && headers.forwarded === undefined;
}
