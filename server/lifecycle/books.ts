/** Looks through the books again and again, and stops everything that moves money while they do not hold. */
import type { Finding } from "../ledger/verify.ts";
import type { Schemas } from "../schemas/read.ts";
import type { Database } from "../store/database.ts";
import { verifyAll } from "./verify.ts";

/** The books are looked through so often, in milliseconds. */
const EVERY_MS = 5 * 60_000;
/** A start has other things to do at first. */
const FIRST_MS = 10_000;

/** What the books need, and whom they tell. */
export interface BooksOptions {
  db: Database;
  schemas(): Schemas;
  /** Told when the books close, with what does not hold, and when they open again, with nothing. */
  told(findings: readonly Finding[]): void;
  /** Told when they could not be looked through; they stay as they were. */
  failed(error: unknown): void;
  everyMs?: number;
  firstMs?: number;
}

/** The state of the books as this process last saw it. Each process looks for itself, so that none depends on another's. */
export class Books {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<readonly Finding[]> | undefined;
  private next: Promise<readonly Finding[]> | undefined;
  private stopped = true;
  private broken: readonly Finding[] = [];

  constructor(private readonly options: BooksOptions) {}

  /** Whether something does not hold: money stands still until somebody has mended it and the next look finds nothing. */
  get closed(): boolean {
    return this.broken.length > 0;
  }

  /** Looks through them soon, then every five minutes. */
  start(): void {
    this.stopped = false;
    this.later(this.options.firstMs ?? FIRST_MS);
  }

  /** Ends after the looks that were asked for. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await (this.next ?? this.running)?.catch(() => undefined);
  }

  /** Looks now; what does not hold. Callers at once share one look, which began no earlier than they asked. */
  check(): Promise<readonly Finding[]> {
    if (!this.running) {
      return (this.running = this.look().finally(() => {
        this.running = undefined;
      }));
    }
    return (this.next ??= this.running.catch(() => undefined).then(() => {
      this.next = undefined;
      return this.check();
    }));
  }

  private async look(): Promise<readonly Finding[]> {
    const { db, schemas, told } = this.options;
    const before = this.closed;
    this.broken = await verifyAll(db, schemas());
    if (this.closed || before) told(this.broken);
    return this.broken;
  }

  private later(ms: number): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      void this.check().catch((error: unknown) => this.options.failed(error)).finally(() => this.later(this.options.everyMs ?? EVERY_MS));
    }, ms);
    this.timer.unref();
  }
}
