/** A replica from which lists and exports are read while its lag is small. */
import { buildDatabase } from "./build-database.ts";
import type { Database } from "./database.ts";
import { openPostgres } from "./postgres/driver.ts";

/** Maximum staleness of a list in milliseconds. */
const NEAR_MS = 2_000;
/** Interval in milliseconds at which the replica is compared with the primary. */
const EVERY_MS = 500;

/** A position in the primary's log, and the time when it was read. */
interface Position {
  at: number;
  lsn: bigint;
}

/**
 * A replica of the database. The primary's log position at a known time is compared with what the replica has replayed,
 * so that the result depends on neither server's clock. A replica that hangs or is unreachable is not used until it has
 * caught up.
 */
export class Replica {
  private db: Database | undefined;
  private positions: Position[] = [];
  /** Time until which the replica is considered up to date, in epoch milliseconds. */
  private nearUntil = 0;
  private timer: NodeJS.Timeout | undefined;
  private comparing: Promise<void> | undefined;

  constructor(
    private readonly url: string,
    private readonly primary: Database,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Returns the replica while it contains everything written up to two seconds ago, else undefined. */
  find(): Database | undefined {
    return Date.now() <= this.nearUntil ? this.db : undefined;
  }

  /** Starts comparing the positions every half second. A replica that does not respond is retried. */
  start(): void {
    this.timer = setInterval(() => {
      this.comparing ??= this.compare()
        .catch(this.onError)
        .finally(() => (this.comparing = undefined));
    }, EVERY_MS);
    this.timer.unref();
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.comparing;
    await this.db?.close();
  }

  private async compare(): Promise<void> {
    this.db ??= await openStandby(this.url);
    const at = Date.now();
    const written = await readPosition(this.primary, "pg_current_wal_lsn");
    if (written === undefined) return;
    this.positions = [...this.positions.filter((position) => position.at > at - NEAR_MS), { at, lsn: written }];
    const replayed = await readPosition(this.db, "pg_last_wal_replay_lsn");
    const reached = this.positions.findLast(({ lsn }) => replayed !== undefined && lsn <= replayed);
    if (reached) this.nearUntil = Math.max(this.nearUntil, reached.at + NEAR_MS);
  }
}

/** Opens a replica. @throws DatabaseError when it does not respond, Error when it is not a replica */
async function openStandby(url: string): Promise<Database> {
  // Disable retries, because queries that fail here are repeated on the primary.
  const db = buildDatabase(await openPostgres(url), { retryMs: 0 });
  const [row] = await db.query("SELECT pg_is_in_recovery() AS standby");
  if (row?.standby) return db;
  await db.close();
  throw new Error("DATABASE_READ_URL is no replica: that database takes changes of its own");
}

/** Reads a log position by the SQL function `name`. Returns undefined if the server has none. */
async function readPosition(db: Database, name: string): Promise<bigint | undefined> {
  const [row] = await db.query<{ lsn: string | null }>(`SELECT CAST(${name}() AS text) AS lsn`);
  const [high, low] = row?.lsn?.split("/") ?? [];
  return high === undefined || low === undefined ? undefined : (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
