/** A replica that lists and exports are read from while it is near enough to the primary. */
import { buildDatabase } from "./build-database.ts";
import type { Database } from "./database.ts";
import { openPostgres } from "./postgres/driver.ts";

/** Greatest age of what a list shows, in milliseconds. */
const NEAR_MS = 2_000;
/** How often the replica is compared with the primary. */
const EVERY_MS = 500;

/** A position of the primary in its log, and when it was read. */
interface Position {
  at: number;
  lsn: bigint;
}

/**
 * A replica of the database. What the primary had written at an instant is compared with what the replica has replayed, so that neither clock matters,
 * and a replica that hangs or is gone is not used until it is near again.
 */
export class Replica {
  private db: Database | undefined;
  private positions: Position[] = [];
  /** Until when the replica is near enough. */
  private nearUntil = 0;
  private timer: NodeJS.Timeout | undefined;
  private comparing: Promise<void> | undefined;

  constructor(
    private readonly url: string,
    private readonly primary: Database,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Returns the replica while it shows what was written two seconds ago; else undefined. */
  find(): Database | undefined {
    return Date.now() <= this.nearUntil ? this.db : undefined;
  }

  /** Begins to compare. A replica that does not answer is tried again. */
  start(): void {
    this.timer = setInterval(() => {
      this.comparing ??= this.compare()
        .catch(this.onError)
        .finally(() => (this.comparing = undefined));
    }, EVERY_MS);
    this.timer.unref();
  }

  /** Ends the comparison and closes the connections. */
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
    this.positions = [...this.positions.filter((one) => one.at > at - NEAR_MS), { at, lsn: written }];
    const replayed = await readPosition(this.db, "pg_last_wal_replay_lsn");
    const reached = this.positions.findLast(({ lsn }) => replayed !== undefined && lsn <= replayed);
    if (reached) this.nearUntil = Math.max(this.nearUntil, reached.at + NEAR_MS);
  }
}

/** Opens a replica. @throws DatabaseError when it does not answer, Error when it is none */
async function openStandby(url: string): Promise<Database> {
  // What fails here is read at the primary.
  const db = buildDatabase(await openPostgres(url), { retryMs: 0 });
  const [row] = await db.query<{ standby: boolean }>("SELECT pg_is_in_recovery() AS standby");
  if (row?.standby) return db;
  await db.close();
  throw new Error("DATABASE_READ_URL is no replica: that database takes changes of its own");
}

/** Reads a position in the log; undefined when the server has none. */
async function readPosition(db: Database, name: string): Promise<bigint | undefined> {
  const [row] = await db.query<{ lsn: string | null }>(`SELECT CAST(${name}() AS text) AS lsn`);
  const [high, low] = row?.lsn?.split("/") ?? [];
  return high === undefined || low === undefined ? undefined : (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
