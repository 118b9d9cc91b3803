/**
 * Verifies every merchant's books periodically, and stops outgoing money of merchants whose books have findings or no
 * recent proof. Only the server that holds a lease in the database does the periodic verification, but every server
 * closes books whose proof has expired.
 */
import { randomUUID } from "node:crypto";
import {
  CLOSE_AFTER_MS,
  closeBooks,
  closeUnproven,
  recordProof,
  openBooks,
  readBookStates,
} from "../ledger/book-state.ts";
import { listTenants } from "../ledger/ranges.ts";
import type { Finding } from "../ledger/verify.ts";
import type { Schemas } from "@portolan/engine/folder";
import { DatabaseError, type Database, type Queries } from "../../store/database.ts";
import { takeLease } from "../../store/schema/lease.ts";
import { audit } from "../../audit/audit.ts";
import { verifyAll } from "./verify.ts";

/** Interval between proofs of a merchant's books, in milliseconds. */
const EVERY_MS = 5 * 60_000;
/** Interval between checks for due proofs, in milliseconds. */
const TICK_MS = 60_000;
/** Delay of the first check after startup, in milliseconds. */
const FIRST_MS = 10_000;
/** Age of a proof that raises an alarm, in milliseconds. */
const ALARM_MS = 10 * 60_000;
/** Duration of the verifying server's lease in milliseconds. Renewed before each merchant. */
const LEASE_MS = 2 * 60_000;
/** Timeout in milliseconds for retrying a query that exceeded the usual ten seconds. */
const SLOW_MS = 10 * 60_000;

export type MonitorEvent =
  | { what: "closed"; tenant: string; reason: "finding" | "unproven"; findings: readonly Finding[] }
  | { what: "opened"; tenant: string; reason: string }
  | { what: "unproven"; tenant: string; minutes: number }
  | { what: "failed"; tenant?: string; error: unknown };

export interface MonitorOptions {
  db: Database;
  schemas(): Schemas;
  /** Called when books close or open, once when a proof is older than ten minutes, and when a check fails. */
  onEvent(news: MonitorEvent): void;
  /** Age in milliseconds at which a proof expires and the books close. Default: one hour. */
  closeAfterMs?: number;
  everyMs?: number;
  firstMs?: number;
  /** Returns the real time in milliseconds. */
  now?(): number;
}

/** Thrown when an operator tries to open books that have findings. */
export class BooksBroken extends Error {
  override readonly name = "BooksBroken";
  constructor(
    tenant: string,
    readonly findings: readonly Finding[],
  ) {
    super(`the books of ${tenant} do not hold: ${findings.map(({ rule, detail }) => `${rule}: ${detail}`).join("; ")}`);
  }
}

/** Result of checking several merchants: findings, and errors of merchants that could not be checked. */
interface CheckResult {
  findings: readonly Finding[];
  failed: readonly unknown[];
}

/** Monitors the books in this process. Stores its results in `book_state`, which all processes read. */
export class LedgerMonitor {
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
  /** Time when this process last started or resumed after a pause. */
  private awake = 0;
  private seen = 0;

  constructor(private readonly options: MonitorOptions) {
    this.closeAfterMs = options.closeAfterMs ?? CLOSE_AFTER_MS;
    this.now = options.now ?? Date.now;
    this.tickMs = Math.min(TICK_MS, options.everyMs ?? EVERY_MS);
  }

  /** Schedules the checks. The first runs after `firstMs`, or at once if a merchant's proof has already expired. */
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

  /** Stops after the running and the requested checks have finished. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.ticking;
    await (this.next ?? this.running)?.catch(() => undefined);
  }

  /**
   * Verifies all books now, regardless of the lease, and returns the findings. All callers during a running check share
   * the next one, which starts when it ends.
   *
   * @throws the first error of a merchant that could not be checked
   */
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

  /**
   * Verifies a merchant's books, and opens them if there are no findings. Returns false when they were already open.
   *
   * @throws BooksBroken with the findings
   */
  async open(tenant: string, reason: string): Promise<boolean> {
    const { db, onEvent } = this.options;
    // Wait for the running check: if it read the books before they were repaired, it would close them again.
    await this.running?.catch(() => undefined);
    const findings = await this.verifyMerchant(tenant);
    if (findings.length > 0) throw new BooksBroken(tenant, findings);
    const opened = await db.tx(async (tx) => {
      const was = await openBooks(tx, tenant, this.now());
      if (was)
        await audit(tx, {
          tenant,
          at: this.now(),
          actor: "operator",
          action: "books.open",
          object: `books/${tenant}`,
          detail: { reason },
        });
      return was;
    });
    if (opened) onEvent({ what: "opened", tenant, reason });
    return opened;
  }

  /**
   * Does what is due: raises alarms for books that were not proven in time or closes them, and verifies merchants whose
   * next proof is due while this server holds the lease.
   */
  async tick(): Promise<void> {
    const { db, onEvent, everyMs = EVERY_MS } = this.options;
    const now = this.now();
    // Time in which this process did not run (stopped or suspended) does not count towards the age of a proof.
    // Otherwise the books would be closed before the first check after a pause.
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
    for (const { m: tenant, state, since, provenAt } of await readBookStates(db)) {
      const age = now - Math.max(Date.parse(provenAt ?? since), this.awake);
      if (age <= ALARM_MS) this.alarmed.delete(tenant);
      else if (!this.alarmed.has(tenant)) {
        this.alarmed.add(tenant);
        if (state === "open") onEvent({ what: "unproven", tenant, minutes: Math.floor(age / 60_000) });
      }
    }
    if (now - this.awake < this.closeAfterMs) return;
    for (const tenant of await closeUnproven(db, now - this.closeAfterMs, now))
      onEvent({ what: "closed", tenant, reason: "unproven", findings: [] });
  }

  private run(due?: number): Promise<CheckResult> {
    return (this.running = this.proveDue(due).finally(() => {
      this.running = undefined;
    }));
  }

  /**
   * Verifies the merchants without a proof since `due` (without `due`, all of them), oldest proof first. An error of
   * one merchant does not stop the others. With `due`, stops early when the monitor stops or loses the lease.
   */
  private async proveDue(due?: number): Promise<CheckResult> {
    const { db, onEvent } = this.options;
    const proven = new Map(
      (await readBookStates(db)).map(({ m: tenant, provenAt }) => [
        tenant,
        provenAt === null ? 0 : Date.parse(provenAt),
      ]),
    );
    const waiting = (await listTenants(db))
      .filter((tenant) => due === undefined || (proven.get(tenant) ?? 0) <= due)
      .sort((a, b) => (proven.get(a) ?? 0) - (proven.get(b) ?? 0));
    const findings: Finding[] = [];
    const failed: unknown[] = [];
    for (const tenant of waiting) {
      if (due !== undefined && (this.stopped || !(await takeLease(db, "books", this.owner, LEASE_MS)))) break;
      try {
        findings.push(...(await this.verifyMerchant(tenant)));
      } catch (error) {
        failed.push(error);
        onEvent({ what: "failed", tenant, error });
      }
    }
    return { findings, failed };
  }

  private async verifyMerchant(tenant: string): Promise<Finding[]> {
    const { db, schemas, onEvent } = this.options;
    const at = this.now();
    const findings = await verifyAll(allowSlowStatements(db), schemas(), tenant);
    if (findings.length === 0) await recordProof(db, tenant, at);
    else if (await closeBooks(db, tenant, findings, at))
      onEvent({ what: "closed", tenant, reason: "finding", findings });
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

/**
 * Wraps the database so that a query that timed out is retried with a longer timeout, because summing the postings of a
 * large merchant can be slow.
 */
function allowSlowStatements(db: Database): Queries {
  return {
    query: <R extends object>(sql: string, params?: readonly unknown[]) =>
      db.query<R>(sql, params).catch((error: unknown) => {
        if (!(error instanceof DatabaseError && error.code === "57014")) throw error;
        return db.tx((tx) => tx.query<R>(sql, params), { statementMs: SLOW_MS });
      }),
  };
}
