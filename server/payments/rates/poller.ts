/** Brings the table `rate` up to date from a source, on one node at a time. */
import { randomUUID } from "node:crypto";
import type { Clock } from "../../core/clock.ts";
import type { Database } from "../../store/database.ts";
import { takeLease } from "../../store/schema/lease.ts";
import { acceptMoment, toMoment, type Verdict } from "./accept.ts";
import { readPrices, type MarketSource } from "./source.ts";

/** Interval of requests, in ms. */
const EVERY_MS = 5_000;
/** Duration of the lease of the polling node, in ms. */
const LEASE_MS = 15_000;

export interface PollerOptions {
  db: Database;
  clock: Clock;
  source: MarketSource;
  /** Called when the source fails, holds prices or works again, and not at each request. */
  onChange(state: PollerState): void;
}

/** State of a source: its prices are stored, or why not. */
export type PollerState = { ok: true } | { ok: false; reason: string };

/** Polls a source. */
export class MarketPoller {
  private readonly owner = randomUUID();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private said = "";

  constructor(private readonly options: PollerOptions) {}

  start(): void {
    const poll = () => {
      this.running ??= this.poll().finally(() => (this.running = undefined));
    };
    poll();
    this.timer = setInterval(poll, EVERY_MS);
    this.timer.unref();
  }

  /** Stops after the running request. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  /** Requests and stores the newest prices, unless another node does. Errors are reported and not thrown. */
  async poll(): Promise<void> {
    const { db } = this.options;
    try {
      if (!(await takeLease(db, "market", this.owner, LEASE_MS))) return;
      const held = (await this.update()) === "held";
      this.report(held ? "prices jumped and wait for operators: portolan rates list" : "");
    } catch (error) {
      this.report(error instanceof Error ? error.message : String(error));
    }
  }

  private async update(): Promise<Verdict> {
    const { db, clock, source } = this.options;
    const sent = await readPrices(source);
    const now = clock.now();
    return db.tx((tx) => acceptMoment(tx, toMoment(sent, now), now));
  }

  private report(reason: string): void {
    if (reason === this.said) return;
    this.said = reason;
    this.options.onChange(reason === "" ? { ok: true } : { ok: false, reason });
  }
}
