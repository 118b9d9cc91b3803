/**
 * Queue of exports on one node. Each user has one export at a time, from its first row until its file is sent. Only a
 * few are written concurrently, so that other calls can use the database. Slots rotate between tenants and between the
 * users of a tenant, so that frequent exporters wait longer.
 */
import { Failure } from "../core/failure.ts";

/** Maximum number of concurrent exports, which leaves connections to PostgreSQL for other calls. */
export const MAX_ACTIVE = 3;
/** Maximum number of concurrent exports of one tenant, which leaves slots for other tenants. */
export const MAX_ACTIVE_PER_TENANT = 2;
/** Maximum number of waiting exports of one user. */
const MAX_WAITING = 200;

export interface Exporter {
  tenant: string;
  userId: string;
  /** Client-chosen name of the export, by which the page polls its status. */
  ticket?: string | undefined;
  /** Aborting it removes the export from the queue. */
  signal: AbortSignal;
}
export interface ExportSlot {
  /** Reports that the file is written, which frees the slot. */
  releaseSlot(): void;
  /** Reports that the file was sent or aborted, so the user's next export may start. Implies `made`. */
  end(): void;
}
/** Status of an export. `ahead` counts the user's own exports before it, and is 0 while it waits for other users. */
export interface QueuePosition {
  waiting: boolean;
  ahead: number;
}

interface WaitingExport extends Exporter {
  start(slot: ExportSlot): void;
}

export class ExportQueue {
  /** Waiting exports by tenant and user. Both maps are in rotation order. */
  private readonly line = new Map<string, Map<string, WaitingExport[]>>();
  /** Tenant of each file that is being written. */
  private readonly making: string[] = [];
  /** Users with an export that has started and not ended. */
  private readonly busy = new Set<string>();

  /**
   * Resolves with a slot when it is this export's turn.
   *
   * @throws Failure `exportsWaiting` when the user has `MAX_WAITING` exports in the queue, or the signal's reason when
   * it is aborted
   */
  async take(exporter: Exporter): Promise<ExportSlot> {
    const { tenant, userId, signal } = exporter;
    signal.throwIfAborted();
    const users = this.line.get(tenant) ?? new Map<string, WaitingExport[]>();
    const own = users.get(userId) ?? [];
    if (own.length >= MAX_WAITING) throw new Failure("exportsWaiting", { count: own.length });
    this.line.set(tenant, users.set(userId, own));
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.remove(waiting);
        reject(signal.reason);
      };
      const waiting: WaitingExport = {
        ...exporter,
        start(slot) {
          signal.removeEventListener("abort", leave);
          resolve(slot);
        },
      };
      own.push(waiting);
      signal.addEventListener("abort", leave, { once: true });
      this.advance();
    });
  }

  /** Returns the status of the export with this ticket. `waiting` is false when it has started, ended or is unknown. */
  findPosition(tenant: string, userId: string, ticket: string): QueuePosition {
    const offset =
      this.line
        .get(tenant)
        ?.get(userId)
        ?.findIndex((pending) => pending.ticket === ticket) ?? -1;
    return offset < 0
      ? { waiting: false, ahead: 0 }
      : { waiting: true, ahead: offset + (this.busy.has(formatName({ tenant, userId })) ? 1 : 0) };
  }

  private advance(): void {
    for (let next = this.takeNext(); next; next = this.takeNext()) this.begin(next);
  }

  /**
   * Returns the next waiting export, rotating between tenants; undefined when no slot is free or every waiting export
   * must wait for another one of its user or tenant.
   */
  private takeNext(): WaitingExport | undefined {
    if (this.making.length >= MAX_ACTIVE) return undefined;
    for (const [tenant, users] of this.line) {
      if (this.making.filter((item) => item === tenant).length >= MAX_ACTIVE_PER_TENANT) continue;
      for (const [userId, [first]] of users) if (first && !this.busy.has(formatName({ tenant, userId }))) return first;
    }
    return undefined;
  }

  private begin(next: WaitingExport): void {
    const { tenant, userId } = next;
    const name = formatName(next);
    this.remove(next);
    // Move the tenant and the user to the end of the rotation.
    const users = this.line.get(tenant);
    const own = users?.get(userId);
    if (users && own) {
      users.delete(userId);
      users.set(userId, own);
    }
    if (users) {
      this.line.delete(tenant);
      this.line.set(tenant, users);
    }
    this.making.push(tenant);
    this.busy.add(name);
    let [made, ended] = [false, false];
    const slot: ExportSlot = {
      releaseSlot: () => {
        if (!made) this.making.splice(this.making.indexOf(tenant), 1);
        made = true;
        this.advance();
      },
      end: () => {
        if (!ended) this.busy.delete(name);
        ended = true;
        slot.releaseSlot();
      },
    };
    next.start(slot);
  }

  private remove(pending: WaitingExport): void {
    const users = this.line.get(pending.tenant);
    const own = users?.get(pending.userId);
    const offset = own?.indexOf(pending) ?? -1;
    if (!users || !own || offset < 0) return;
    own.splice(offset, 1);
    if (own.length === 0) users.delete(pending.userId);
    if (users.size === 0) this.line.delete(pending.tenant);
  }
}

const formatName = ({ tenant, userId }: Pick<Exporter, "tenant" | "userId">) => `${tenant} ${userId}`;
