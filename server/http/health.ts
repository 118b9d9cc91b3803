/** Health probes: whether the process is alive, whether it accepts calls, and what needs an operator. */
import { isIPv4 } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { buildRefusal } from "./envelope.ts";
import { readLanguage } from "../core/language.ts";

/** `/healthz` is an alias of `/readyz`. */
const READY_PATHS = ["/readyz", "/healthz"];
/** Paths that respond even during shutdown. */
export const HEALTH_PATHS: ReadonlySet<string> = new Set(["/livez", ...READY_PATHS]);
/** Time in milliseconds after which a database without a response counts as down. */
const PART_MS = 1_000;
const RETRY_AFTER_S = 5;
/** Age of a due job in seconds above which an operator is needed, because jobs are not being run. */
const LAG_S = 600;

interface Parts {
  /** Whether this node accepts calls. False once shutdown has started. */
  taking: boolean;
  database: boolean;
  /** Whether money can move. False while the books of any tenant are closed. */
  money: boolean;
  deadJobs: number;
  /** Age in seconds of the job that has been due longest. 0 when no job is due. */
  jobLagSeconds: number;
  /**
   * Longest time in seconds since the books of any tenant were last verified or, if they never were, since they were
   * opened or closed. 0 when there are no books or the database is unreachable.
   */
  booksAgeSeconds: number;
}

/**
 * Result of a probe: whether this node accepts calls (`isReady`), whether it does and no operator is needed (`ok`), and
 * the parts that were checked.
 */
interface Readiness {
  isReady: boolean;
  ok: boolean;
  parts: Parts;
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
    .then((parts) => {
      const { taking, database, money, deadJobs, jobLagSeconds } = parts;
      const isReady = taking && database;
      return { isReady, ok: isReady && money && deadJobs === 0 && jobLagSeconds <= LAG_S, parts };
    })
    .finally(() => running.delete(app));
  running.set(app, started);
  return started;
}

async function readParts({ http: { services }, services: { clock }, leaving }: FastifyInstance): Promise<Parts> {
  const counted = services.db.query<{ dead: string; closed: string; due: string | null; proven: string | null }>(
    `SELECT (SELECT count(*) FROM job WHERE state = 'dead') AS dead, (SELECT min(run_at) FROM job WHERE state = 'open') AS due,
      (SELECT count(*) FROM book_state WHERE state = 'closed') AS closed, (SELECT min(coalesce(proven_at, since)) FROM book_state) AS proven`,
  );
  const found = await resolveWithin(
    counted.then(([row]) => row),
    PART_MS,
  );
  const age = (since: string | null | undefined, now: number) =>
    since ? Math.max(0, Math.round((now - Date.parse(since)) / 1_000)) : 0;
  return {
    taking: leaving === "no",
    database: found !== undefined,
    money: Number(found?.closed ?? 0) === 0,
    deadJobs: Number(found?.dead ?? 0),
    jobLagSeconds: age(found?.due, clock.now()),
    booksAgeSeconds: age(found?.proven, Date.now()),
  };
}

/** Awaits a result for a limited time; undefined when it fails or takes longer. */
async function resolveWithin<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  const patience = new AbortController();
  const over = pause(ms, undefined, { signal: patience.signal }).catch(() => undefined);
  return Promise.race([work.catch(() => undefined), over]).finally(() => patience.abort());
}

/** Returns whether the request comes directly from this machine, and not through a proxy on it. */
function isLocal({ ip, headers }: FastifyRequest): boolean {
  const loopback =
    ip === "::1" || (isIPv4(ip.replace(/^::ffff:/, "")) && ip.replace(/^::ffff:/, "").startsWith("127."));
  return loopback && headers["x-forwarded-for"] === undefined && headers.forwarded === undefined;
}
