/**
 * Split sessions: a secret in an HttpOnly cookie and a token that the page reads and sends back in a header. Both are
 * required, and the `userId` header must equal the session's user. Rows contain only hashes. Times are real time.
 */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { IDLE_MS } from "../../src/contract/session.ts";
import { Failure } from "../core/failure.ts";
import type { Database, Queries, Tx } from "../store/database.ts";
import { KnownAddresses } from "./known-addresses.ts";
import { findUserById, type PortalUser, type UserReader } from "./users.ts";
import { toIso } from "../core/clock.ts";

/** Maximum lifetime of a session in milliseconds, active or not. */
export const ABSOLUTE_MS = 8 * 3_600_000;
/** Maximum number of sessions per user. A further sign-in ends the oldest one. */
const MAX_SESSIONS = 5;
/**
 * Time in milliseconds for which a session is cached. Sessions that end on this node are removed from the cache
 * immediately.
 */
const CACHE_MS = 2_000;
const CACHE_SIZE = 10_000;
/** Minimum interval between updates of `seen_at`, in milliseconds. */
const SEEN_EVERY_MS = 30_000;

export type EndReason = "signedOut" | "elsewhere" | "passwordChanged";
export interface Session {
  sidHash: string;
  tokenHash: string;
  user: PortalUser;
  createdAt: number;
  seenAt: number;
  absoluteEnd: number;
  endReason: EndReason | null;
}
export interface Credentials {
  sid: string | undefined;
  token: string | undefined;
  userId: string | undefined;
  /** Whether the request is automatic polling, which does not extend the session. */
  passive?: boolean;
  /** Network address of the request. */
  ip?: string;
}

const hashSecret = (secret: string) => createHash("sha256").update(secret).digest("hex");

export class Sessions {
  /** Addresses from which users had a session within a day. */
  readonly addresses = new KnownAddresses();
  private cache = new Map<string, { session: Session; readAt: number }>();

  constructor(private readonly reader: UserReader & { db: Database }) {}

  /**
   * Opens a session after a sign-in, and ends the user's oldest sessions beyond the limit. The two secrets are returned
   * only here.
   */
  async open(
    user: PortalUser,
    from: { ip?: string | undefined; agent?: string | undefined },
  ): Promise<{ sid: string; token: string }> {
    const sid = randomBytes(32).toString("base64url");
    const token = randomBytes(32).toString("base64url");
    const now = Date.now();
    await this.reader.db.tx(async (tx) => {
      await tx.query(
        `INSERT INTO session (sid_hash, token_hash, user_id, m, created_at, seen_at, absolute_end, ip, agent)
         VALUES ($1, $2, $3, $4, $5, $5, $6, $7, $8)`,
        [
          hashSecret(sid),
          hashSecret(token),
          user.id,
          user.tenant,
          toIso(now),
          toIso(now + ABSOLUTE_MS),
          from.ip ?? null,
          from.agent?.slice(0, 200) ?? null,
        ],
      );
      const open = await tx.query(
        `SELECT sid_hash FROM session WHERE user_id = $1 AND ended_at IS NULL ORDER BY created_at DESC, sid_hash`,
        [user.id],
      );
      for (const { sid_hash } of open.slice(MAX_SESSIONS)) await endRow(tx, sid_hash, "elsewhere");
    });
    this.addresses.note(from.ip);
    this.invalidate();
    return { sid, token };
  }

  /**
   * Returns the session of a request.
   *
   * @throws Failure `noSession` (HTTP 302) without a known cookie or after signing out, `sessionExpired` (3001) when it
   * is idle or too old or the token or userId do not match, `sessionEnded` (3002) when it was ended in another way,
   * `userDisabled` (3003)
   */
  async resolve({ sid, token, userId, passive, ip }: Credentials): Promise<Session> {
    const session = sid && (await this.find(hashSecret(sid)));
    if (!session || session.endReason === "signedOut") throw new Failure("noSession");
    if (session.endReason) throw new Failure("sessionEnded");
    if (session.user.state !== "active") throw new Failure("userDisabled");
    const now = Date.now();
    if (now >= session.absoluteEnd || now - session.seenAt >= IDLE_MS) throw new Failure("sessionExpired");
    if (!token || !isSameHash(hashSecret(token), session.tokenHash) || userId !== session.user.id)
      throw new Failure("sessionExpired");
    this.addresses.note(ip);
    if (!passive && now - session.seenAt >= SEEN_EVERY_MS) {
      session.seenAt = now;
      await this.reader.db.query(`UPDATE session SET seen_at = $2 WHERE sid_hash = $1 AND ended_at IS NULL`, [
        session.sidHash,
        toIso(now),
      ]);
    }
    return session;
  }

  /**
   * Returns a user's open sessions, most recently used first, with the time and origin of the sign-in and the time of
   * last use (real time).
   */
  async list(
    userId: string,
  ): Promise<{ sidHash: string; createdAt: string; seenAt: string; ip: string; agent: string }[]> {
    const now = Date.now();
    const rows = await this.reader.db.query(
      `SELECT sid_hash, created_at, seen_at, ip, agent FROM session WHERE user_id = $1 AND ended_at IS NULL AND seen_at > $2 AND absolute_end > $3 ORDER BY seen_at DESC, sid_hash`,
      [userId, toIso(now - IDLE_MS), toIso(now)],
    );
    return rows.map((row) => ({
      sidHash: row.sid_hash,
      createdAt: toIso(Date.parse(row.created_at)),
      seenAt: toIso(Date.parse(row.seen_at)),
      ip: row.ip ?? "",
      agent: row.agent ?? "",
    }));
  }

  /** Ends one session. Does nothing if it has already ended. */
  async end(sidHash: string, reason: EndReason): Promise<void> {
    await endRow(this.reader.db, sidHash, reason);
    this.invalidate();
  }

  /** Ends all open sessions of a user except `keep`, or all of them if `keep` is undefined. */
  async endOthers(tx: Tx, userId: string, keep: string | undefined, reason: EndReason): Promise<void> {
    await tx.query(
      `UPDATE session SET ended_at = $3, end_reason = $4 WHERE user_id = $1 AND sid_hash <> $2 AND ended_at IS NULL`,
      [userId, keep ?? "", toIso(Date.now()), reason],
    );
    tx.afterCommit(() => this.invalidate());
  }

  /** Clears the cache and discards pending lookups. Call it after a change of a session, user, grant or status. */
  invalidate(): void {
    this.cache = new Map();
  }

  private async find(sidHash: string): Promise<Session | undefined> {
    const cached = this.cache.get(sidHash);
    if (cached && Date.now() - cached.readAt < CACHE_MS) return cached.session;
    const [readAt, { cache }] = [Date.now(), this];
    const [row] = await this.reader.db.query(`SELECT * FROM session WHERE sid_hash = $1`, [sidHash]);
    const user = row && (await findUserById(this.reader, row.user_id));
    if (!row || !user) return undefined;
    const session: Session = {
      sidHash,
      tokenHash: row.token_hash,
      user,
      createdAt: Date.parse(row.created_at),
      seenAt: Date.parse(row.seen_at),
      absoluteEnd: Date.parse(row.absolute_end),
      endReason: row.end_reason,
    };
    // A lookup that started before the cache was cleared writes to the discarded map.
    if (cache.size >= CACHE_SIZE) cache.clear();
    cache.set(sidHash, { session, readAt });
    return session;
  }
}

async function endRow(db: Queries, sidHash: string, reason: EndReason): Promise<void> {
  await db.query(`UPDATE session SET ended_at = $2, end_reason = $3 WHERE sid_hash = $1 AND ended_at IS NULL`, [
    sidHash,
    toIso(Date.now()),
    reason,
  ]);
}

const isSameHash = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
