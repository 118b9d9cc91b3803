import { DatabaseError } from "../database.ts";
import type { Params } from "../driver.ts";
import { Link, type Ran } from "./link.ts";
import type { Start } from "./protocol.ts";

const CLOSE_TIMEOUT_MS = 60_000;

interface RunOptions {
  /** Timeout in milliseconds. Default: that of the driver. */
  timeoutMs?: number | undefined;
  /** Whether to send the statement in a separate message. Default: together with the others of this tick. */
  alone?: boolean;
}

/** Runs statements in the thread. `connect` restarts the thread after it ended. */
export class DatabaseThread {
  /** Called with the state of the log after each statement. */
  onStatement: ((ran: { wal: number; unsynced: boolean }) => void) | undefined;
  private broken: DatabaseError | undefined;

  private constructor(
    private readonly start: Start,
    private readonly statementMs: number,
    private link: Promise<Link>,
    readonly version: string,
  ) {}

  /** Starts the thread. `statementMs` is the default timeout of a statement. */
  static async open(start: Start, { statementMs }: { statementMs: number }): Promise<DatabaseThread> {
    const link = Link.start(start);
    const { version } = await link;
    return new DatabaseThread(start, statementMs, link, version);
  }

  /**
   * Returns the running thread, restarting one that ended.
   *
   * @throws DatabaseError when the database was closed, its disk failed, it was in memory and lost with its thread, or
   * the new thread fails to open it
   */
  async connect(): Promise<Link> {
    const current = await this.link.catch(() => undefined);
    if (current && !current.ended) return current;
    // A database in memory is lost, and one whose disk failed must not be opened again.
    if (current?.ended?.code === "58030" || !this.start.dir) this.broken ??= current?.ended;
    if (this.broken) throw this.broken;
    this.link = Link.start(this.start);
    return this.link;
  }

  async run<R>(
    link: Link,
    sql: string,
    params: Params,
    { timeoutMs = this.statementMs, alone = false }: RunOptions = {},
  ): Promise<Ran<R>> {
    const ran = await link.run<R>(sql, params, timeoutMs, alone);
    this.onStatement?.(ran);
    return ran;
  }

  /** Resolves when everything committed so far is on disk. */
  async sync(link: Link): Promise<void> {
    await link.request({ kind: "sync" }, CLOSE_TIMEOUT_MS);
  }

  async dump(): Promise<Uint8Array> {
    const reply = await (await this.connect()).request({ kind: "dump" });
    if (!("dump" in reply)) throw new Error("the database's thread answered something else");
    return reply.dump;
  }

  /** Runs the shutdown checkpoint, syncs all files and ends the thread. Afterwards, `connect` throws. */
  async close(): Promise<void> {
    try {
      const link = await this.link;
      if (!link.ended) await link.request({ kind: "close" }, CLOSE_TIMEOUT_MS);
      await link.stop();
    } finally {
      this.broken = new DatabaseError("the database is closed", "57P03");
    }
  }
}
