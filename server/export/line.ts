/**
 * The line of exports on one node. Each user has one at a time, from its first row until its file is sent; of those that are being made there are few,
 * whoever asks, so that other calls keep the database. Merchants take turns, and users of a merchant among themselves: who asks often waits longer,
 * and nobody for long.
 */
import { Failure } from "../core/failure.ts";

/** Files that are made at once: the rest of PostgreSQL's connections is for everyone else. */
export const MADE_AT_ONCE = 3;
/** Of one merchant: never all of them. */
export const MADE_AT_ONCE_OF_MERCHANT = 2;
/** More exports of one user than wait by intention. */
const MOST_WAITING = 200;

/** Who exports. */
export interface Exporter {
  tenant: string;
  userId: string;
  /** Names the export among the user's, as its page asks how it stands. */
  ticket?: string | undefined;
  /** Ends the wait. */
  signal: AbortSignal;
}
/** A place at the head of the line. */
export interface ExportTurn {
  /** The file is written: others may make theirs. */
  made(): void;
  /** The file is sent or given up: the user's next may begin. Includes `made`. */
  end(): void;
}
/** How an export stands: how many of the user's own come before it; none of them means that others' do. */
export interface Standing {
  waiting: boolean;
  ahead: number;
}

interface Waiting extends Exporter {
  start(turn: ExportTurn): void;
}

export class ExportLine {
  /** By merchant and user, each in the order of their turns. */
  private readonly line = new Map<string, Map<string, Waiting[]>>();
  /** Merchants of the files that are being made. */
  private readonly making: string[] = [];
  /** Users with an export that has begun and not ended. */
  private readonly busy = new Set<string>();

  /** Resolves when it is this export's turn. Throws `exportsWaiting`, or the signal's reason. */
  async take(exporter: Exporter): Promise<ExportTurn> {
    const { tenant, userId, signal } = exporter;
    signal.throwIfAborted();
    const users = this.line.get(tenant) ?? new Map<string, Waiting[]>();
    const own = users.get(userId) ?? [];
    if (own.length >= MOST_WAITING) throw new Failure("exportsWaiting", { count: own.length });
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

  /** How the export with this ticket stands; not waiting when it has begun, has ended or is unknown. */
  standing(tenant: string, userId: string, ticket: string): Standing {
    const at =
      this.line
        .get(tenant)
        ?.get(userId)
        ?.findIndex((one) => one.ticket === ticket) ?? -1;
    return at < 0
      ? { waiting: false, ahead: 0 }
      : { waiting: true, ahead: at + (this.busy.has(nameOf({ tenant, userId })) ? 1 : 0) };
  }

  private advance(): void {
    for (let next = this.next(); next; next = this.next()) this.begin(next);
  }

  /** Whose turn it is, where there is room. */
  private next(): Waiting | undefined {
    if (this.making.length >= MADE_AT_ONCE) return undefined;
    for (const [tenant, users] of this.line) {
      if (this.making.filter((one) => one === tenant).length >= MADE_AT_ONCE_OF_MERCHANT) continue;
      for (const [userId, [first]] of users) if (first && !this.busy.has(nameOf({ tenant, userId }))) return first;
    }
    return undefined;
  }

  private begin(next: Waiting): void {
    const { tenant, userId } = next;
    const name = nameOf(next);
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

const nameOf = ({ tenant, userId }: Pick<Exporter, "tenant" | "userId">) => `${tenant} ${userId}`;
