/**
 * Queue of exports on one node. A user has one at a time, from its first row until its file is sent, and few are made concurrently, so that other
 * calls keep the database. Tenants take turns, and users of a tenant among themselves: frequent exporters wait longer, the others briefly.
 */
import { Failure } from "../core/failure.ts";

/** Exports made concurrently; the other connections to PostgreSQL serve other calls. */
export const MAX_ACTIVE = 3;
/** Exports made concurrently for one tenant: fewer than all. */
export const MAX_ACTIVE_PER_TENANT = 2;
/** Maximum of waiting exports of one user. */
const MAX_WAITING = 200;

/** An export to queue. */
export interface Exporter {
  tenant: string;
  userId: string;
  /** Name of the export among the user's; the page polls its status by it. */
  ticket?: string | undefined;
  /** Aborting it removes the export from the queue. */
  signal: AbortSignal;
}
/** The turn of an export at the head of the queue. */
export interface ExportTurn {
  /** Reports that the file is written: the next export may be made. */
  made(): void;
  /** Reports that the file is sent or aborted: the user's next export may begin. Includes `made`. */
  end(): void;
}
/** Status of an export: `ahead` counts the user's own exports before it; 0 while it waits for those of others. */
export interface Standing {
  waiting: boolean;
  ahead: number;
}

interface Waiting extends Exporter {
  start(turn: ExportTurn): void;
}

export class ExportQueue {
  /** By tenant and user, each in the order of their turns. */
  private readonly line = new Map<string, Map<string, Waiting[]>>();
  /** Tenants of the files that are being made. */
  private readonly making: string[] = [];
  /** Users with an export that has begun and not ended. */
  private readonly busy = new Set<string>();

  /** Resolves when it is this export's turn. Throws `exportsWaiting`, or the signal's reason. */
  async take(exporter: Exporter): Promise<ExportTurn> {
    const { tenant, userId, signal } = exporter;
    signal.throwIfAborted();
    const users = this.line.get(tenant) ?? new Map<string, Waiting[]>();
    const own = users.get(userId) ?? [];
    if (own.length >= MAX_WAITING) throw new Failure("exportsWaiting", { count: own.length });
    this.line.set(tenant, users.set(userId, own));
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.remove(waiting);
        reject(signal.reason);
      };
      const waiting: Waiting = {
        ...exporter,
        start(turn) {
          signal.removeEventListener("abort", leave);
          resolve(turn);
        },
      };
      own.push(waiting);
      signal.addEventListener("abort", leave, { once: true });
      this.advance();
    });
  }

  /** Returns the state of the export with this ticket; not waiting when it has started, ended or is unknown. */
  describePlace(tenant: string, userId: string, ticket: string): Standing {
    const at =
      this.line
        .get(tenant)
        ?.get(userId)
        ?.findIndex((one) => one.ticket === ticket) ?? -1;
    return at < 0
      ? { waiting: false, ahead: 0 }
      : { waiting: true, ahead: at + (this.busy.has(formatName({ tenant, userId })) ? 1 : 0) };
  }

  private advance(): void {
    for (let next = this.takeNext(); next; next = this.takeNext()) this.begin(next);
  }

  /** Returns the next waiting export, tenants in turn; undefined while no slot is free. */
  private takeNext(): Waiting | undefined {
    if (this.making.length >= MAX_ACTIVE) return undefined;
    for (const [tenant, users] of this.line) {
      if (this.making.filter((one) => one === tenant).length >= MAX_ACTIVE_PER_TENANT) continue;
      for (const [userId, [first]] of users) if (first && !this.busy.has(formatName({ tenant, userId }))) return first;
    }
    return undefined;
  }

  private begin(next: Waiting): void {
    const { tenant, userId } = next;
    const name = formatName(next);
    this.remove(next);
    // Behind the others, who come before their next.
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
    const turn: ExportTurn = {
      made: () => {
        if (!made) this.making.splice(this.making.indexOf(tenant), 1);
        made = true;
        this.advance();
      },
      end: () => {
        if (!ended) this.busy.delete(name);
        ended = true;
        turn.made();
      },
    };
    next.start(turn);
  }

  private remove(one: Waiting): void {
    const users = this.line.get(one.tenant);
    const own = users?.get(one.userId);
    const at = own?.indexOf(one) ?? -1;
    if (!users || !own || at < 0) return;
    own.splice(at, 1);
    if (own.length === 0) users.delete(one.userId);
    if (users.size === 0) this.line.delete(one.tenant);
  }
}

const formatName = ({ tenant, userId }: Pick<Exporter, "tenant" | "userId">) => `${tenant} ${userId}`;
