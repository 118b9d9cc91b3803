/** Metrics for Prometheus: requests as they finish, and database gauges at each scrape. */
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Clock } from "../core/clock.ts";
import type { Database, Queries } from "../store/database.ts";

/** One value of a gauge; `label` is the value of the gauge's label. */
export interface Reading {
  label?: string;
  value: number;
}

/** A gauge that is read from the database at each scrape. */
export interface StoredGauge {
  /** Prometheus name, which begins with `portolan_`. */
  name: string;
  help: string;
  /** Name of its label; never a tenant, user or order. */
  label?: string;
  read(db: Queries, clock: Clock): Promise<readonly Reading[]>;
}

/** How long a scrape waits for the database, in milliseconds; then its gauges have no value. */
const STORED_MS = 1_000;
/** Upper bounds of the durations of requests, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const seconds = (fromMs: number, toMs: number) => Math.max(0, (toMs - fromMs) / 1_000);
const iso = (ms: number) => new Date(ms).toISOString();

/** Gauges that every product has. */
const CORE: readonly StoredGauge[] = [
  {
    name: "portolan_jobs",
    help: "Jobs that are not done: open (due later), due, dead (waiting for an operator).",
    label: "state",
    async read(db, clock) {
      const [row] = await db.query<{ later: string; due: string; dead: string }>(
        `SELECT (SELECT count(*) FROM job WHERE state = 'open' AND run_at > $1) AS later,
          (SELECT count(*) FROM job WHERE state = 'open' AND run_at <= $1) AS due, (SELECT count(*) FROM job WHERE state = 'dead') AS dead`,
        [iso(clock.now())],
      );
      return [
        { label: "open", value: Number(row?.later) },
        { label: "due", value: Number(row?.due) },
        { label: "dead", value: Number(row?.dead) },
      ];
    },
  },
  {
    name: "portolan_job_lag_seconds",
    help: "Age of the job that has been due longest, 0 without one.",
    async read(db, clock) {
      const now = clock.now();
      const [row] = await db.query<{ due: string | null }>("SELECT min(run_at) AS due FROM job WHERE state = 'open'");
      return [{ value: row?.due ? seconds(Date.parse(row.due), now) : 0 }];
    },
  },
  {
    name: "portolan_sessions",
    help: "Sessions of users that are neither over nor ended.",
    async read(db) {
      const [row] = await db.query<{ count: string }>(
        "SELECT count(*) AS count FROM session WHERE ended_at IS NULL AND absolute_end > $1",
        [iso(Date.now())],
      );
      return [{ value: Number(row?.count) }];
    },
  },
];

/** The measurements of one process. */
export class Metrics {
  private readonly registry = new Registry();
  private watching = false;
  private readonly durations = new Histogram({
    name: "portolan_http_request_duration_seconds",
    help: "Time from a request to the end of its response, by call and by code of the envelope (HTTP status where there is none).",
    labelNames: ["call", "code"],
    buckets: BUCKETS,
    registers: [this.registry],
  });
  private readonly up = this.gauge(
    "portolan_database_up",
    "Whether the database answered this scrape within a second.",
  );
  private readonly pool = this.gauge(
    "portolan_db_pool",
    "Connections in use, idle ones, statements waiting for one.",
    "state",
  );
  private readonly stored: readonly { source: StoredGauge; gauge: Gauge }[];

  constructor(private readonly options: { db(): Database; clock: Clock; gauges?: readonly StoredGauge[] | undefined }) {
    this.stored = [...CORE, ...(options.gauges ?? [])].map((source) => ({
      source,
      gauge: this.gauge(source.name, source.help, source.label),
    }));
  }

  /** Adds the measurements of the process itself: memory, processor time, delay of the event loop. */
  watchProcess(): void {
    if (this.watching) return;
    this.watching = true;
    collectDefaultMetrics({ register: this.registry });
  }

  /** Counts a request that ended. */
  observe(call: string, code: number, ms: number): void {
    this.durations.observe({ call, code }, ms / 1_000);
  }

  /** Returns the metrics in Prometheus format. Gauges of a database that does not answer have no value. */
  async text(): Promise<string> {
    const { db: database } = this.options;
    const db = database();
    // `reset` sets a gauge without a label to 0, which would be a value.
    for (const { source, gauge } of this.stored) {
      if (source.label === undefined) gauge.remove({});
      else gauge.reset();
    }
    for (const [state, count] of Object.entries(db.pool?.() ?? {})) this.pool.set({ state }, count);
    const read = Promise.all(this.stored.map((one) => this.fill(one, db)));
    const isRead = await Promise.race([
      read.then(
        () => true,
        () => false,
      ),
      pause(STORED_MS, false, { ref: false }),
    ]);
    this.up.set(isRead ? 1 : 0);
    return this.registry.metrics();
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  private async fill({ source, gauge }: { source: StoredGauge; gauge: Gauge }, db: Queries): Promise<void> {
    for (const { label, value } of await source.read(db, this.options.clock))
      gauge.set(source.label === undefined || label === undefined ? {} : { [source.label]: label }, value);
  }

  private gauge(name: string, help: string, label?: string): Gauge {
    return new Gauge({ name, help, labelNames: label === undefined ? [] : [label], registers: [this.registry] });
  }
}

/**
 * Measures each request, and writes one line of level `info` for it: who called what, how it ended, how long it took. Never a body, a query or a
 * header.
 */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.decorateRequest("callId", undefined);
  app.decorateRequest("outcome", undefined);
  app.addHook("onResponse", async (request, reply) => {
    const { admission, callId, outcome = reply.statusCode } = request;
    const ms = reply.elapsedTime;
    const call = callId ?? (request.url.startsWith("/api/") ? "unknown" : "page");
    metrics.observe(call, outcome, ms);
    request.log.info(
      {
        call,
        code: outcome,
        status: reply.statusCode,
        ms: Math.round(ms),
        bytes: Number(reply.getHeader("content-length") ?? 0),
        m: admission?.session?.user.tenant,
        user: admission?.session?.user.id,
        traceId: request.id,
      },
      "request",
    );
  });
}

declare module "fastify" {
  interface FastifyRequest {
    /** Code of the envelope that was answered; undefined for an answer without one. */
    outcome?: number | undefined;
    /** The call that was found; undefined for a page and an unknown address. */
    callId?: string | undefined;
  }
}
