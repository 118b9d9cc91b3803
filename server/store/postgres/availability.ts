/**
 * Knows whether the database server can be reached, so that statements fail at once while it cannot, instead of each
 * one waiting for its own timeout.
 */
import { Client } from "pg";
import { DatabaseError } from "../database.ts";
import { isLost, toDatabaseError } from "./errors.ts";

/** Age in milliseconds of a statement without a response at which the server is probed, and probed again. */
const SLOW_MS = 500;
/** Timeout in milliseconds of connecting for a probe, and of its statement. */
const PROBE_MS = 500;
/** Interval in milliseconds between probes while the server cannot be reached. */
const EVERY_MS = 250;

/** SQLSTATE `sqlclient_unable_to_establish_sqlconnection`, which is not retried (`isPassing`). */
const AWAY = "08001";

export class Availability {
  private checking: Promise<boolean> | undefined;
  /** Set while the server cannot be reached. */
  private away: { timer: NodeJS.Timeout; cause: unknown } | undefined;
  private readonly pending = new Set<(error: DatabaseError) => void>();

  constructor(private readonly probe: () => Promise<void>) {}

  /**
   * Awaits a response of the server, and probes it while none arrives.
   *
   * @throws DatabaseError `08001` when the server cannot be reached. The response may still arrive
   */
  async watch<T>(response: Promise<T>): Promise<T> {
    let fail: ((error: DatabaseError) => void) | undefined;
    const away = new Promise<never>((_, reject) => this.pending.add((fail = reject)));
    const timer = setInterval(() => void this.check(), SLOW_MS);
    try {
      return await Promise.race([response, away]);
    } catch (error) {
      const found = toDatabaseError(error);
      if (found.code === AWAY || !isLost(found) || (await this.check())) throw found;
      throw this.createError(found);
    } finally {
      clearInterval(timer);
      if (fail) this.pending.delete(fail);
    }
  }

  /** @throws DatabaseError `08001` while the server cannot be reached */
  assertReachable(): void {
    if (this.away) throw this.createError(this.away.cause);
  }

  /** Stops probing. */
  close(): void {
    clearInterval(this.away?.timer);
  }

  /** Returns whether the server can be reached. Concurrent calls share one probe. */
  private check(): Promise<boolean> {
    this.checking ??= this.findCause()
      .then((cause) => this.note(cause))
      .finally(() => (this.checking = undefined));
    return this.checking;
  }

  /**
   * Returns why the server cannot be reached, or undefined if it can, even if it rejects the probe. Probes twice, so that
   * a delay of this process does not count.
   */
  private async findCause(): Promise<DatabaseError | undefined> {
    const attempt = () => this.probe().then(() => undefined, toDatabaseError);
    const first = await attempt();
    const last = first && isLost(first) ? await attempt() : undefined;
    return last && isLost(last) ? last : undefined;
  }

  private note(cause: DatabaseError | undefined): boolean {
    if (cause === undefined) {
      clearInterval(this.away?.timer);
      this.away = undefined;
      return true;
    }
    this.away ??= { timer: setInterval(() => void this.check(), EVERY_MS).unref(), cause };
    for (const fail of this.pending) fail(this.createError(cause));
    return false;
  }

  private createError(cause: unknown): DatabaseError {
    const reason = cause instanceof Error ? cause.message : "";
    return new DatabaseError(`the database cannot be reached: ${reason}`, AWAY, {}, { cause });
  }
}

/** Runs a statement on a connection of its own, which no other statement can occupy. @throws Error */
export async function probeServer(connectionString: string): Promise<void> {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
    application_name: "portolan probe",
  });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("SELECT 1");
  } finally {
    client.end().catch(() => {});
  }
}
