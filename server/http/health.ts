/** Health probes: whether the process lives, whether it takes calls, and what needs an operator. */
import { isIPv4 } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { refusal } from "./envelope.ts";
import { languageOf } from "../core/language.ts";

/** `/healthz` is another name of `/readyz`. */
const READY_PATHS = ["/readyz", "/healthz"];
/** Answered while the server shuts down as well. */
export const HEALTH_PATHS: ReadonlySet<string> = new Set(["/livez", ...READY_PATHS]);
/** A part that does not answer in this time counts as down, in milliseconds. */
const PART_MS = 1_000;
const RETRY_AFTER_S = 5;

interface Parts {
  /** This node takes calls: false as soon as it was asked to end. */
  taking: boolean;
  database: boolean;
  /** Money moves: false while the books of a merchant are closed. */
  money: boolean;
  /** Number of dead jobs. */
  deadJobs: number;
}

/**
 * Answers 503 only where another node may succeed: the database is unreachable, the node shuts down. Stopped money and dead jobs set `ok` false
 * with status 200, because they concern every node. Parts are sent to the machine itself only.
 */
export async function health(app: FastifyInstance): Promise<void> {
  // Concurrent probes share one query.
  let looking: Promise<Parts> | undefined;
  const look = () => (looking ??= partsOf(app).finally(() => (looking = undefined)));
  app.get("/livez", async () => ({ ok: true }));
  for (const path of READY_PATHS) {
    app.get(path, async (request, reply) => {
      const parts = await look();
      const told = isLocal(request) ? { parts } : {};
      reply.header("cache-control", "no-store");
      if (parts.taking && parts.database) return { ok: parts.money && parts.deadJobs === 0, ...told };
      const { status, body } = refusal({ failure: "busy" }, languageOf(request), request.id);
      return reply
        .code(status)
        .header("retry-after", String(RETRY_AFTER_S))
        .send({ ok: false, ...told, ...body });
    });
  }
}

async function partsOf({ http: { services }, leaving }: FastifyInstance): Promise<Parts> {
  const counted = services.db
    .query<{ dead: string; closed: string }>(
      "SELECT (SELECT count(*) FROM job WHERE state = 'dead') AS dead, (SELECT count(*) FROM book_state WHERE state = 'closed') AS closed",
    )
    .then(([row]) => ({ dead: Number(row?.dead ?? 0), closed: Number(row?.closed ?? 0) }));
  const found = await within(counted, PART_MS);
  return { taking: leaving === "no", database: found !== undefined, money: !found?.closed, deadJobs: found?.dead ?? 0 };
}

/** Awaits a result for limited time; undefined when it fails or takes longer. */
async function within<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  const patience = new AbortController();
  const over = pause(ms, undefined, { signal: patience.signal }).catch(() => undefined);
  return Promise.race([work.catch(() => undefined), over]).finally(() => patience.abort());
}

/** Returns whether the request comes from this machine itself and not through a proxy on it. */
function isLocal({ ip, headers }: FastifyRequest): boolean {
  const loopback =
    ip === "::1" || (isIPv4(ip.replace(/^::ffff:/, "")) && ip.replace(/^::ffff:/, "").startsWith("127."));
  return loopback && headers["x-forwarded-for"] === undefined && headers.forwarded === undefined;
}
