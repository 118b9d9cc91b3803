/**
 * Proves every merchant's books again and again, and closes the outgoing money of a merchant whose books do not hold or were not proven in time.
 * One server does it at a time, by a lease in the database; every server sees to it that what is not proven closes.
 */
import { randomUUID } from "node:crypto";
import {
  CLOSE_AFTER_MS,
  closeBooks,
  closeUnproven,
  noteProof,
  openBooks,
  readBookStates,
} from "../ledger/book-state.ts";
import { placesOf } from "../ledger/ranges.ts";
import type { Finding } from "../ledger/verify.ts";
import type { Schemas } from "../../schemas/read.ts";
import { DatabaseError, type Database, type Queries } from "../../store/database.ts";
import { takeLease } from "../../store/schema/lease.ts";
import { audit } from "../../audit/audit.ts";
import { verifyAll } from "./verify.ts";

/** A merchant's books are proven so often, in milliseconds. */
const EVERY_MS = 5 * 60_000;
/** How often is looked at what is due. */
const TICK_MS = 60_000;
/** A start has other things to do at first. */
const FIRST_MS = 10_000;
/** Books that were not proven for so long alarm. */
const ALARM_MS = 10 * 60_000;
/** How long a server that proves keeps others from it; renewed before each merchant. */
const LEASE_MS = 2 * 60_000;
/** Time of a statement that needs more than the usual ten seconds. */
const SLOW_MS = 10 * 60_000;

/** What the operators must hear of. */
export type MonitorEvent =
  | { what: "closed"; m: string; reason: "finding" | "unproven"; findings: readonly Finding[] }
  | { what: "opened"; m: string; reason: string }
  | { what: "unproven"; m: string; minutes: number }
  | { what: "failed"; m?: string; error: unknown };

export interface MonitorOptions {
  db: Database;
  schemas(): Schemas;
  /** Hears of each closing and opening, of each merchant that is not proven for ten minutes (once), and of each check that could not be made. */
  onEvent(news: MonitorEvent): void;
  /** Books that were not proven for so long close, in milliseconds; default an hour. */
  closeAfterMs?: number;
  everyMs?: number;
  firstMs?: number;
  /** Real time in milliseconds. */
  now?(): number;
}

/** Books that an operator wants open and that do not hold. */
export class BooksBroken extends Error {
  override readonly name = "BooksBroken";
  constructor(
    m: string,
    readonly findings: readonly Finding[],
  ) {
    super(`the books of ${m} do not hold: ${findings.map(({ rule, detail }) => `${rule}: ${detail}`).join("; ")}`);
  }
}

/** What a look at several merchants came to: what does not hold, and what kept one from being proven. */
interface CheckResult {
  findings: readonly Finding[];
  failed: readonly unknown[];
}

/** The check of the books in this process. What it finds out is in the table `book_state`, for every process. */
export class LedgerMonitor {
  /** Books that were not proven for so long close. */
  readonly closeAfterMs: number;
  private readonly owner = randomUUID();
  private readonly now: () => number;
  private readonly tickMs: number;
  private readonly alarmed = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<CheckResult> | undefined;
  private next: Promise<readonly Finding[]> | undefined;
  private ticking: Promise<void> | undefined;
  private stopped = false;
  /** Since when this process runs without having slept, and when it looked last. */
  private awake = 0;
  private seen = 0;

  constructor(private readonly options: MonitorOptions) {
    this.closeAfterMs = options.closeAfterMs ?? CLOSE_AFTER_MS;
    this.now = options.now ?? Date.now;
    this.tickMs = Math.min(TICK_MS, options.everyMs ?? EVERY_MS);
  }

  /** Looks soon, at once where proofs have run out while no server ran, and then every minute at what is due. */
  start(): void {
    this.stopped = false;
    void readBookStates(this.options.db).then(
      (states) =>
        this.schedule(
          states.some(({ since, provenAt }) => this.now() - Date.parse(provenAt ?? since) > this.closeAfterMs)
            ? 0
            : (this.options.firstMs ?? FIRST_MS),
        ),
      () => this.schedule(this.options.firstMs ?? FIRST_MS),
    );
  }

  /** Ends after the checks that were asked for. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.ticking;
    await (this.next ?? this.running)?.catch(() => undefined);
  }

  /** Proves all books now, whoever has the lease; what does not hold. Callers at once share one check, which began no earlier than they asked. Throws what kept one from being proven. */
  check(): Promise<readonly Finding[]> {
    if (!this.running) {
      return this.run().then(({ findings, failed }) => {
        if (failed.length > 0) throw failed[0];
        return findings;
      });
    }
    return (this.next ??= this.running
      .catch(() => undefined)
      .then(() => {
        this.next = undefined;
        return this.check();
      }));
  }

  /** Opens a merchant's books again once they hold; whether they were closed. Throws `BooksBroken` with what still does not hold. */
  async open(m: string, reason: string): Promise<boolean> {
    const { db, onEvent } = this.options;
    const findings = await this.verifyMerchant(m);
    if (findings.length > 0) throw new BooksBroken(m, findings);
    const opened = await db.tx(async (tx) => {
      const was = await openBooks(tx, m, this.now());
      if (was)
        await audit(tx, {
          tenant: m,
          at: this.now(),
          actor: "operator",
          action: "books.open",
          object: `books/${m}`,
          detail: { reason },
        });
      return was;
    });
    if (opened) onEvent({ what: "opened", m, reason });
    return opened;
  }

  /** One look at what is due: alarms and closes what was not proven in time, and proves what is due where this server has the lease. */
  async tick(): Promise<void> {
    const { db, onEvent, everyMs = EVERY_MS } = this.options;
    const now = this.now();
    // Time in which no server ran or the machine slept does not count: nothing could go out, and the first check comes before the closing.
    if (now - this.seen > 5 * this.tickMs) this.awake = now;
    this.seen = now;
    try {
      await this.watch(now);
      if (!(await takeLease(db, "books", this.owner, LEASE_MS))) return;
      await (this.running ?? this.run(now - everyMs));
    } catch (error) {
      onEvent({ what: "failed", error });
    }
  }

  private async watch(now: number): Promise<void> {
    const { db, onEvent } = this.options;
    for (const { m, state, since, provenAt } of await readBookStates(db)) {
      const age = now - Math.max(Date.parse(provenAt ?? since), this.awake);
      if (age <= ALARM_MS) this.alarmed.delete(m);
      else if (!this.alarmed.has(m)) {
        this.alarmed.add(m);
        if (state === "open") onEvent({ what: "unproven", m, minutes: Math.floor(age / 60_000) });
      }
    }
    if (now - this.awake < this.closeAfterMs) return;
    for (const m of await closeUnproven(db, now - this.closeAfterMs, now))
      onEvent({ what: "closed", m, reason: "unproven", findings: [] });
  }

  private run(due?: number): Promise<CheckResult> {
    return (this.running = this.proveDue(due).finally(() => {
      this.running = undefined;
    }));
  }

  /** Proves the books of every merchant that was not proven since `due`, those that wait longest first. One that cannot be proven keeps no other from it. */
  private async proveDue(due?: number): Promise<CheckResult> {
    const { db, onEvent } = this.options;
    const proven = new Map(
      (await readBookStates(db)).map(({ m, provenAt }) => [m, provenAt === null ? 0 : Date.parse(provenAt)]),
    );
    const waiting = (await placesOf(db))
      .filter((m) => due === undefined || (proven.get(m) ?? 0) <= due)
      .sort((a, b) => (proven.get(a) ?? 0) - (proven.get(b) ?? 0));
    const findings: Finding[] = [];
    const failed: unknown[] = [];
    for (const m of waiting) {
      if (due !== undefined && (this.stopped || !(await takeLease(db, "books", this.owner, LEASE_MS)))) break;
      try {
        findings.push(...(await this.verifyMerchant(m)));
      } catch (error) {
        failed.push(error);
        onEvent({ what: "failed", m, error });
      }
    }
    return { findings, failed };
  }

  private async verifyMerchant(m: string): Promise<Finding[]> {
    const { db, schemas, onEvent } = this.options;
    const at = this.now();
    const findings = await verifyAll(allowSlowStatements(db), schemas(), m);
    if (findings.length === 0) await noteProof(db, m, at);
    else if (await closeBooks(db, m, findings, at)) onEvent({ what: "closed", m, reason: "finding", findings });
    return findings;
  }

  private schedule(ms: number): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.ticking = this.tick().finally(() => {
        this.ticking = undefined;
        this.schedule(this.tickMs);
      });
    }, ms);
    this.timer.unref();
  }
}

/** The database, with more time for a statement that used up its usual one: a sum over a very large merchant is slow, not wrong. */
function allowSlowStatements(db: Database): Queries {
  return {
    query: <R>(sql: string, params?: readonly unknown[]) =>
      db.query<R>(sql, params).catch((error: unknown) => {
        if (!(error instanceof DatabaseError && error.code === "57014")) throw error;
        return db.tx((tx) => tx.query<R>(sql, params), { statementMs: SLOW_MS });
      }),
  };
}
