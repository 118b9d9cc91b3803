/**
 * Network addresses from which users had a session within a day. While strangers overload the server, clients at these
 * addresses keep their access. Kept in memory, because connections are accepted without waiting for the database.
 */
import { normalizeAddress } from "../core/address.ts";
import { toIso } from "../core/clock.ts";
import type { Queries } from "../store/database.ts";

/** Time in milliseconds that an address stays known after its last use of a session. */
const KNOWN_MS = 86_400_000;
/** Maximum number of addresses. Beyond that, those that were added first are dropped. */
const MAX_ADDRESSES = 100_000;

export class KnownAddresses {
  /** Time of the last use of a session in epoch milliseconds, by address. */
  private readonly seen = new Map<string, number>();

  has(address: string): boolean {
    const seenAt = this.seen.get(normalizeAddress(address));
    return seenAt !== undefined && Date.now() - seenAt < KNOWN_MS;
  }

  /** Records the use of a session from an address. */
  note(address: string | undefined, at: number = Date.now()): void {
    if (address === undefined) return;
    const normal = normalizeAddress(address);
    this.seen.set(normal, Math.max(at, this.seen.get(normal) ?? 0));
    if (this.seen.size <= MAX_ADDRESSES) return;
    const [first] = this.seen.keys();
    if (first !== undefined) this.seen.delete(first);
  }

  /** Adds the addresses of stored sessions, which users of all nodes opened. */
  async load(db: Queries): Promise<void> {
    const rows = await db.query(
      "SELECT ip, max(seen_at) AS seen_at FROM session WHERE seen_at > $1 AND ip IS NOT NULL GROUP BY ip",
      [toIso(Date.now() - KNOWN_MS)],
    );
    for (const { ip, seen_at } of rows) if (ip !== null) this.note(ip, Date.parse(seen_at));
  }
}
