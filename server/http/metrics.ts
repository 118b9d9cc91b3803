/** Prometheus metrics: requests as they finish, and database gauges at each scrape. */
import { setTimeout as pause } from "node:timers/promises";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Clock } from "../core/clock.ts";
import { isTracedOperation, retries, channels } from "../core/diagnostics.ts";
import type { Lane } from "../jobs/lane.ts";
import type { Database, Queries } from "../store/database.ts";
import { coreGauges, createJobGauges, type StoredGauge } from "./gauges.ts";

/** Time in milliseconds that a scrape waits for the database. After that, its gauges have no value. */
const STORED_MS = 1_000;
/** Upper bounds of the request duration buckets, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
export interface MetricsOptions {
  db(): Database;
  clock: Clock;
  lanes?: readonly Lane[] | undefined;
  /** Gauges of the product, besides those of every product. */
  gauges?: readonly StoredGauge[] | undefined;
}

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
  private readonly inFlight = this.gauge("portolan_http_in_flight", "Requests that are being answered.");
  private readonly refusals = this.counter("portolan_refusals_total", "Refused requests, by failure.", ["failure"]);
  private readonly retried = this.counter(
    "portolan_db_retry_total",
    "Statements and transactions that were repeated, by SQLSTATE.",
    ["code"],
  );
  private readonly providerRequests = new Histogram({
    name: "portolan_provider_seconds",
    help: "Time of a request to a provider, by port, operation (submit, query) and outcome (the answer's state, unknown, notSent, error).",
    labelNames: ["port", "op", "outcome"],
    buckets: BUCKETS,
    registers: [this.registry],
  });
  private readonly up = this.gauge(
    "portolan_database_up",
    "Whether the database answered this scrape within a second.",
  );
  private readonly pool = this.gauge("portolan_db_pool", "Connections in use, idle ones, statements waiting for one.", [
    "state",
  ]);
  private readonly stored: readonly { source: StoredGauge; gauge: Gauge }[];

  constructor(private readonly options: MetricsOptions) {
    const { lanes = [], gauges = [] } = options;
    this.stored = [...createJobGauges(lanes), ...coreGauges, ...gauges].map((source) => ({
      source,
      gauge: this.gauge(source.name, source.help, source.labels),
    }));
  }

  /** Subscribes to provider requests and retried statements. Returns a function that unsubscribes. */
  watchWork(): () => void {
    const onAsk = (message: unknown) => this.observeAsk(message);
    const onRetry = (code: unknown) => this.retried.inc({ code: String(code) });
    channels.ask.asyncEnd.subscribe(onAsk);
    retries.subscribe(onRetry);
    return () => {
      channels.ask.asyncEnd.unsubscribe(onAsk);
      retries.unsubscribe(onRetry);
    };
  }

  /** Adds metrics of the process: memory, CPU time and event loop delay. */
  watchProcess(): void {
    if (this.watching) return;
    this.watching = true;
    collectDefaultMetrics({ register: this.registry });
  }

  begin(): void {
    this.inFlight.inc();
  }

  /** Counts a request as no longer in flight, whether it was completed or aborted. */
  end(): void {
    this.inFlight.dec();
  }

  /** Records the duration of a completed request, and its failure if it was refused. */
  observe(call: string, code: number, ms: number, failure?: string): void {
    this.durations.observe({ call, code }, ms / 1_000);
    if (failure !== undefined) this.refusals.inc({ failure });
  }

  /** Returns the metrics in Prometheus format. Database gauges have no value while the database does not respond. */
  async text(): Promise<string> {
    const { db: database } = this.options;
    const db = database();
    // `reset` would set a gauge without labels to 0, which looks like a measured value.
    for (const { source, gauge } of this.stored) {
      if (source.labels === undefined) gauge.remove({});
      else gauge.reset();
    }
    for (const [state, count] of Object.entries(db.pool?.() ?? {})) this.pool.set({ state }, count);
    const read = Promise.all(this.stored.map((item) => this.fill(item, db)));
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

  private observeAsk(message: unknown): void {
    if (!isTracedOperation(message)) return;
    const { name: op, attributes = {}, outcome, error, startedAt = performance.now() } = message;
    const labels = { port: String(attributes["port"]), op, outcome: outcome ?? (error === undefined ? "ok" : "error") };
    this.providerRequests.observe(labels, (performance.now() - startedAt) / 1_000);
  }

  private async fill({ source, gauge }: { source: StoredGauge; gauge: Gauge }, db: Queries): Promise<void> {
    for (const { labels = {}, value } of await source.read(db, this.options.clock)) gauge.set({ ...labels }, value);
  }

  private gauge(name: string, help: string, labelNames: readonly string[] = []): Gauge {
    return new Gauge({ name, help, labelNames: [...labelNames], registers: [this.registry] });
  }

  private counter(name: string, help: string, labelNames: readonly string[]): Counter {
    return new Counter({ name, help, labelNames: [...labelNames], registers: [this.registry] });
  }
}
