/**
 * Idempotency keys. The key's row, the work and the stored response are committed together. A concurrent repetition
 * waits for the row (PostgreSQL) or in the queue (PGlite) and gets the stored response. Refusals roll back and may be
 * retried. The work starts concurrently with the insert of the row, and is rolled back when the row already exists. A key
 * that carries its time is refused once it is older than its row is kept, so that a late repetition is never executed
 * again.
 */
import { antiDoubleClickMs } from "../../src/contract/constants.gen.ts";
import type { Row } from "@portolan/engine";
import { Failure } from "../core/failure.ts";
import { RAISABLE_MS } from "../session/step-up.ts";
import type { Database, Queries, SetWrite, Tx } from "../store/database.ts";
import { insertRows } from "../store/insert-rows.ts";
import { toIso } from "../core/clock.ts";
import { compareText } from "../core/compare-text.ts";
import { settleInOrder } from "../core/settle-in-order.ts";

/** Time in milliseconds that a response is stored for repeated calls. */
const KEEP_MS = 48 * 3_600_000;
/** Time in milliseconds that the row of a key is kept after the key is refused, because clocks of nodes may differ. */
const MARGIN_MS = 3_600_000;
/** SQLSTATE of a COMMIT with unknown outcome. */
const COMMIT_UNKNOWN = "08007";
const KEY = /^[\x21-\x7e]{1,200}$/;
/** UUID of version 7 with its time in milliseconds, up to the year 9774. Source: RFC 9562, 5.7. */
const TIMED_KEY = /^([0-9a-d][\da-f]{7})-([\da-f]{4})-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

export interface IdempotencyKey {
  tenant: string;
  userId: string;
  /** Value of the `Idempotency-Key` header. */
  given: string | undefined;
  route: string;
  bodyHash: string;
}

/**
 * Runs `work` once per key, in one transaction that also stores the response. A repetition returns the stored response
 * until the key expires. `mayShare`: the transaction may be shared with other calls (`TxOptions.shared`).
 *
 * @throws Failure `keyExpired` for a key whose time is too long ago, whether or not it was used; Failure `inProgress` when no response is stored, because the other call with this key was rolled back, or
 * this one was when its connection was lost; `idempotencyMismatch` when the key was used for another call or body;
 * `badText` for an invalid key
 */
export async function runOnce(
  db: Database,
  key: IdempotencyKey,
  work: (tx: Tx) => Promise<Row>,
  { mayShare = false }: { mayShare?: boolean } = {},
): Promise<{ map: Row; replayed: boolean }> {
  if (key.given !== undefined && !KEY.test(key.given)) throw new Failure("badText");
  const time = readKeyTime(key.given);
  if (time !== undefined && Date.now() - time >= KEEP_MS) throw new Failure("keyExpired");
  // Keys are scoped to the user: the same key of another user is unrelated.
  const name =
    key.given === undefined ? `auto:${key.userId}:${key.route}:${key.bodyHash}` : `${key.userId}:${key.given}`;
  let now = 0;
  const attempt = db.tx(
    async (tx) => {
      now = Date.now();
      const claim: Claim = { key, name, now, expires: computeExpiry(key.given, now), reply: null };
      const [, map] = await settleInOrder(tx.write(CLAIMS, claim), work(tx));
      claim.reply = map;
      await tx.write(REPLIES, claim);
      return { map, replayed: false };
    },
    { shared: mayShare ? JSON.stringify([key.tenant, name]) : undefined },
  );
  // The connection was lost during COMMIT. The row shows whether it succeeded.
  return attempt.catch(async (error: { code?: string }) => {
    const replayed = error instanceof Claimed;
    if (!replayed && error.code !== COMMIT_UNKNOWN) throw error;
    return { map: await readStoredReply(db, key, name, now), replayed };
  });
}

/** A key that a call takes. `reply`: its response, once it is known. */
interface Claim {
  key: IdempotencyKey;
  /** Key in the table. */
  name: string;
  now: number;
  expires: number;
  reply: Row | null;
  /** Whether the response was stored with the key. */
  isAnswered?: boolean;
}

const CLAIMS: SetWrite<Claim> = {
  step: "claim",
  async claim(db, claims) {
    const sorted = claims.toSorted((a, b) => compareText(a.key.tenant, b.key.tenant) || compareText(a.name, b.name));
    const own = await insertRows<{ m: string; key: string }>(db, {
      table: "idem",
      columns: ["m", "key", "route", "req_hash", "reply", "created_at", "expires_at"],
      rows: sorted.map(({ key, name, now, expires, reply }) => [
        key.tenant,
        name,
        key.route,
        key.bodyHash,
        JSON.stringify(reply),
        toIso(now),
        toIso(expires),
      ]),
      tail: `ON CONFLICT (m, key) DO UPDATE SET route = excluded.route, req_hash = excluded.req_hash, reply = excluded.reply, created_at = excluded.created_at,
        expires_at = excluded.expires_at WHERE idem.expires_at <= excluded.created_at RETURNING m, key`,
    });
    const taken = new Set(own.map(({ m: tenant, key }) => JSON.stringify([tenant, key])));
    for (const claim of claims) claim.isAnswered = claim.reply !== null;
    return new Set(claims.filter(({ key, name }) => !taken.has(JSON.stringify([key.tenant, name]))));
  },
  async write(tx, claims) {
    if ((await CLAIMS.claim?.(tx, claims))?.size) throw new Claimed();
  },
};

/** Stores the responses that were not known when their keys were taken. */
const REPLIES: SetWrite<Claim> = {
  step: "trail",
  async write(tx, claims) {
    for (const { key, name, reply, isAnswered } of claims)
      if (!isAnswered)
        tx.send(`UPDATE idem SET reply = $3 WHERE m = $1 AND key = $2`, [key.tenant, name, JSON.stringify(reply)]);
  },
};

/**
 * Returns when the row of a key may be deleted. One that carries its time is kept until the key is refused, even if the
 * clock that it was made by is ahead.
 */
function computeExpiry(given: string | undefined, now: number): number {
  // The same call and body from the same user counts as a double click.
  if (given === undefined) return now + antiDoubleClickMs;
  const time = readKeyTime(given);
  return time === undefined ? now + KEEP_MS : time + KEEP_MS + MARGIN_MS;
}

/** Returns the time of a UUIDv7 in milliseconds; undefined for any other key. */
function readKeyTime(given = ""): number | undefined {
  const [, high, low] = TIMED_KEY.exec(given) ?? [];
  return high === undefined ? undefined : Number.parseInt(`${high}${low}`, 16);
}

/** Thrown when another call holds the key. */
class Claimed extends Error {}

/**
 * Reads the stored response of a key that is unexpired at `now`.
 *
 * @throws Failure `inProgress` when no response is stored, `idempotencyMismatch` when the key was used for another call
 * or body
 */
async function readStoredReply(db: Queries, key: IdempotencyKey, name: string, now: number): Promise<Row> {
  const [row] = await db.query(
    `SELECT route, req_hash, reply FROM idem WHERE m = $1 AND key = $2 AND expires_at > $3`,
    [key.tenant, name, new Date(now).toISOString()],
  );
  // The concurrent call was rolled back, or this one was when its connection was lost. The client may retry at once.
  if (!row?.reply) throw new Failure("inProgress");
  if (row.route !== key.route || row.req_hash !== key.bodyHash) throw new Failure("idempotencyMismatch");
  return row.reply;
}

/** Deletes expired idempotency keys, step-up proofs, throttle counters, one-time codes, proofs of work and sessions. */
export async function sweep(db: Database): Promise<void> {
  const now = new Date().toISOString();
  await db.query(`DELETE FROM idem WHERE expires_at <= $1`, [now]);
  await db.query(`DELETE FROM proof WHERE expires_at <= $1`, [new Date(Date.now() - RAISABLE_MS).toISOString()]);
  await db.query(`DELETE FROM throttle WHERE last_at <= $1`, [new Date(Date.now() - 86_400_000).toISOString()]);
  await db.query(`DELETE FROM live_code WHERE expires_at <= $1`, [now]);
  await db.query(`DELETE FROM work_done WHERE expires_at <= $1`, [now]);
  // Keep each session until a day after its maximum lifetime. Until then, calls with an ended or idle session get 3001
  // or 3002, afterwards the response for an unknown session.
  await db.query(`DELETE FROM session WHERE absolute_end <= $1`, [new Date(Date.now() - 86_400_000).toISOString()]);
}
