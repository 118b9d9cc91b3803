/** Updates the table `rate` from a source, on one node at a time. */
import { randomUUID } from "node:crypto";
import { readErrorMessage } from "../../core/error-message.ts";
import type { Clock } from "../../core/clock.ts";
import type { Database } from "../../store/database.ts";
import { takeLease } from "../../store/schema/lease.ts";
import { acceptMoment, toMoment, type Verdict } from "./accept.ts";
import { readPrices, type MarketSource } from "./source.ts";

/** Interval between requests, in milliseconds. */
const EVERY_MS = 5_000;
/** Duration of the polling node's lease, in milliseconds. */
const LEASE_MS = 15_000;

export interface PollerOptions {
  db: Database;
  clock: Clock;
  source: MarketSource;
  /** Called when the state changes: the source fails, its prices are held, or it recovers. */
  onChange(state: PollerState): void;
}

/** State of a source: `ok` if its prices are stored. Otherwise `reason` explains why they are not. */
export type PollerState = { ok: true } | { ok: false; reason: string };

/** Polls a source every five seconds, while this node has the lease. */
export class MarketPoller {
  private readonly owner = randomUUID();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private message = "";

  constructor(private readonly options: PollerOptions) {}

  start(): void {
    const poll = () => {
      this.running ??= this.poll().finally(() => (this.running = undefined));
    };
    poll();
    this.timer = setInterval(poll, EVERY_MS);
    this.timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  /**
   * Requests the newest prices, and stores them or holds them for operators if they jumped, unless another node has the
   * lease. Errors are reported instead of thrown.
   */
  async poll(): Promise<void> {
    const { db } = this.options;
    try {
      if (!(await takeLease(db, "market", this.owner, LEASE_MS))) return;
      const held = (await this.update()) === "held";
      this.report(held ? "prices jumped and wait for operators: portolan rates list" : "");
    } catch (error) {
      this.report(readErrorMessage(error));
    }
  }

  private async update(): Promise<Verdict> {
    const { db, clock, source } = this.options;
    const sent = await readPrices(source);
    const now = clock.now();
    return db.tx((tx) => acceptMoment(tx, toMoment(sent, now), now));
  }

  private report(reason: string): void {
    if (reason === this.message) return;
    this.message = reason;
    this.options.onChange(reason === "" ? { ok: true } : { ok: false, reason });
  }
}
