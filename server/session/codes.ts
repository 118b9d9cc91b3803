/**
 * Codes sent by email or text message: 6 digits, valid for 5 minutes, 5 tries and one use, bound to purpose, recipient
 * and browser. For each purpose and recipient, the limits are one a minute, five an hour and ten a day for all unknown
 * browsers of a network address together, and the same for each known browser. Up to three unknown browsers of a
 * network address can have a code at the same time, without invalidating each other's. After unknown browsers of all
 * network addresses together have requested five codes in an hour or ten in a day, each further code requires a proof
 * of work and allows fewer tries, so that requests of strangers never exhaust the owner's limits. In addition, unknown
 * browsers of a network address have to wait after 30 codes an hour for all recipients together. An unknown recipient
 * is counted like a known one and gets the same response, but nothing is sent. Times are real time. Codes are stored
 * only as keyed hashes.
 */
import { resendSeconds } from "../../src/contract/constants.gen.ts";
import { randomInt } from "node:crypto";
import { Failure } from "../core/failure.ts";
import type { Queries } from "../store/database.ts";
import { isKnown, type Device } from "./device.ts";
import { queueMessage, type Target } from "./mail.ts";
import type { DigestKind } from "./password.ts";
import type { SessionServices } from "./services.ts";
import { checkThrottle, countFailure, type ThrottleRule } from "./throttle.ts";
import { runExclusive } from "./run-exclusive.ts";
import type { PortalUser } from "./users.ts";
import { createChallenge, computeBits, consumeSolution } from "./proof-of-work.ts";
import { toIso } from "../core/clock.ts";

export type Purpose = "register" | "login" | "forget" | "phone" | `${DigestKind}Password`;
/** Subject of a code: an email address before sign-in, or user and address after it. */
export interface Subject {
  purpose: Purpose;
  subject: string;
}

const MINUTE = 60_000;
const VALID_MS = 5 * MINUTE;
const TRIES = 5;
/** Number of tries for a code that required a proof of work, fewer than without one. */
const TRIES_AFTER = 2;
/** Maximum number of browsers with the same `NewCode.kind` that have a code at the same time. */
const LIVE = 3;
/** Minimum time between codes. */
const RESEND_MS = resendSeconds * 1_000;
const WINDOWS = [
  { name: "hour", ms: 60 * MINUTE, most: 5 },
  { name: "day", ms: 24 * 60 * MINUTE, most: 10 },
] as const;
/** Limit per network address: 30 codes an hour without a wait. */
const ADDRESS: ThrottleRule = { windowMs: 60 * MINUTE, free: 30, firstWaitMs: MINUTE, maxWaitMs: 60 * MINUTE };

/** Request for a code: the network address and the browser. `keepDevice` sets the cookie of a browser that has none. */
export interface CodeRequest {
  services: SessionServices;
  ip: string;
  device: Device | undefined;
  keepDevice(): Device;
  /** Returns a header of the request. `work` contains the proof of work. */
  header(name: string): string | undefined;
}

/**
 * Creates a code and queues the message with it. Without `target`, does everything except queueing the message. `user`
 * is the owner of the code, if there is one.
 *
 * @throws Failure `codeTooSoon` or `throttled` with `{seconds}`, `workNeeded` with the challenge
 */
export async function sendCode(
  call: CodeRequest,
  about: Subject,
  target: Target | undefined,
  user: PortalUser | undefined,
): Promise<void> {
  const { db, seal, clock, schemas } = call.services;
  const key = `code-ip:${call.ip}`;
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const known = isKnown(seal, call.device, user);
  // Set the cookie even on a refusal, so that the next try comes from the same browser.
  const device = call.keepDevice();
  await runExclusive(key, async () => {
    if (!known) await checkThrottle(db, key, ADDRESS);
    await db.tx(async (tx) => {
      const kind = known ? `dev:${device.id}` : `ip:${call.ip}`;
      await storeCode(tx, about, { device: device.id, kind, hash: seal.sign("code", describe(about, code)) });
      if (!known) await requireProofOfWork(tx, call, about, device.id);
      if (target)
        await queueMessage(tx, clock.now(), target, {
          name: "code",
          params: { code, minutes: VALID_MS / MINUTE },
          about: `codeFor.${about.purpose}`,
          languages: schemas.dialect.languages,
          expiresAt: clock.now() + VALID_MS,
        });
    });
    if (!known) await countFailure(db, key, ADDRESS);
  });
}

interface NewCode {
  device: string;
  /** Key of the counts: one per known browser, and one for all others of a network address. */
  kind: string;
  hash: string;
}
/** Counts a code for the subject `$2` in its current hour and day. */
const COUNT = `INSERT INTO verification_code AS c (purpose, subject, hash, tries, sent_at, expires_at, hour_at, hour_n, day_at, day_n)
  VALUES ($1, $2, '', 0, $3, $3, $3, 1, $3, 1)
  ON CONFLICT (purpose, subject) DO UPDATE SET hash = '', sent_at = $3, expires_at = $3,
    hour_at = CASE WHEN c.hour_at <= $4 THEN $3 ELSE c.hour_at END, hour_n = CASE WHEN c.hour_at <= $4 THEN 1 ELSE c.hour_n + 1 END,
    day_at = CASE WHEN c.day_at <= $5 THEN $3 ELSE c.day_at END, day_n = CASE WHEN c.day_at <= $5 THEN 1 ELSE c.day_n + 1 END`;

/** Returns the parameters of `COUNT` for a code that is sent at `now`. */
const listCounters = (purpose: Purpose, subject: string, now: number): string[] => [
  purpose,
  subject,
  toIso(now),
  ...WINDOWS.map(({ ms }) => toIso(now - ms)),
];

/**
 * Counts a code for an unknown browser together with those of all network addresses. Above the free limit, requires a
 * proof of work, and the code allows fewer tries. Counting locks the row, so that concurrent requests wait here.
 *
 * @throws Failure `workNeeded`
 */
async function requireProofOfWork(
  tx: Queries,
  { services: { seal }, header }: Pick<CodeRequest, "services" | "header">,
  { purpose, subject }: Subject,
  device: string,
): Promise<void> {
  const [row] = await tx.query(`${COUNT} RETURNING hour_n, day_n`, listCounters(purpose, subject, Date.now()));
  const beyond = Math.max(...WINDOWS.map(({ name, most }) => Number(row?.[`${name}_n`]) - most));
  if (beyond <= 0) return;
  const about = `code|${purpose}|${subject}`;
  const bits = computeBits({ all: beyond, own: 0 });
  if (!(await consumeSolution(tx, seal, { subject: about, bits }, header("work"))))
    throw new Failure("workNeeded", createChallenge(seal, about, bits));
  await tx.query("UPDATE live_code SET tries = $4 WHERE purpose = $1 AND subject = $2 AND device = $3", [
    purpose,
    subject,
    device,
    TRIES - TRIES_AFTER,
  ]);
}

/**
 * Replaces the browser's code if a new one may be sent now. A single conditional statement counts the new code, so that
 * concurrent requests cannot both exceed the limit.
 *
 * @throws Failure `codeTooSoon`, `throttled`
 */
async function storeCode(tx: Queries, { purpose, subject }: Subject, { device, kind, hash }: NewCode): Promise<void> {
  const now = Date.now();
  const counted = `${subject}|${kind}`;
  const [row] = await tx.query(
    `${COUNT}
     WHERE c.sent_at <= $6 AND (c.hour_at <= $4 OR c.hour_n < $7) AND (c.day_at <= $5 OR c.day_n < $8)
     RETURNING purpose`,
    [...listCounters(purpose, counted, now), toIso(now - RESEND_MS), WINDOWS[0].most, WINDOWS[1].most],
  );
  if (!row) throw await findRefusal(tx, { purpose, subject: counted }, now);
  // This transaction has locked the row above, so concurrent requests wait here.
  const live = await tx.query(
    `SELECT expires_at FROM live_code WHERE purpose = $1 AND subject = $2 AND kind = $3 AND device <> $4 AND used_at IS NULL AND expires_at > $5 ORDER BY expires_at`,
    [purpose, subject, kind, device, toIso(now)],
  );
  const [oldest] = live;
  if (oldest && live.length >= LIVE)
    throw new Failure("codeTooSoon", {
      seconds: Math.max(1, Math.ceil((Date.parse(oldest.expires_at) - now) / 1000)),
    });
  await tx.query(
    `INSERT INTO live_code (purpose, subject, device, hash, tries, kind, expires_at) VALUES ($1, $2, $3, $4, 0, $5, $6)
     ON CONFLICT (purpose, subject, device) DO UPDATE SET hash = $4, tries = 0, kind = $5, expires_at = $6, used_at = NULL`,
    [purpose, subject, device, hash, kind, toIso(now + VALID_MS)],
  );
}

async function findRefusal(tx: Queries, { purpose, subject }: Subject, now: number): Promise<Failure> {
  const [row] = await tx.query(
    "SELECT sent_at, hour_at, hour_n, day_at, day_n FROM verification_code WHERE purpose = $1 AND subject = $2",
    [purpose, subject],
  );
  const seconds = (until: number) => Math.max(1, Math.ceil((until - now) / 1000));
  for (const { name, ms, most } of WINDOWS.toReversed()) {
    const ends = Date.parse(row?.[`${name}_at`] ?? "") + ms;
    if (Number(row?.[`${name}_n`]) >= most && ends > now) return new Failure("throttled", { seconds: seconds(ends) });
  }
  return new Failure("codeTooSoon", { seconds: seconds(Date.parse(row?.sent_at ?? "") + RESEND_MS) });
}

/**
 * Verifies the code that the browser requested. Each try is counted before it is verified, outside any transaction, so
 * that concurrent guesses cannot share one count. Returns a function that consumes the code in the transaction of the
 * work that it authorises.
 *
 * @throws Failure `codeWrong` for a code that is wrong, used, expired, never sent, or from another browser, and after
 * `TRIES` tries; `keyUnknown` for one signed with a key that this node lacks
 */
export async function checkCode(
  { db, seal }: SessionServices,
  about: Subject,
  code: string,
  device: Device | undefined,
): Promise<(tx: Queries) => Promise<void>> {
  const { purpose, subject } = about;
  const own = [purpose, subject, device?.id ?? ""];
  const [row] = await db.query(
    `UPDATE live_code SET tries = tries + 1 WHERE purpose = $1 AND subject = $2 AND device = $3 AND used_at IS NULL AND expires_at > $4 AND tries < $5 RETURNING hash`,
    [...own, toIso(Date.now()), TRIES],
  );
  if (!row || !seal.verify("code", describe(about, code), row.hash)) throw new Failure("codeWrong");
  return async (tx) => {
    const [spent] = await tx.query(
      `UPDATE live_code SET used_at = $5 WHERE purpose = $1 AND subject = $2 AND device = $3 AND hash = $4 AND used_at IS NULL RETURNING hash`,
      [...own, row.hash, toIso(Date.now())],
    );
    if (!spent) throw new Failure("codeWrong");
  };
}

/** Signed content of a code. A plain hash of six digits could be reversed by trying all of them. */
const describe = ({ purpose, subject }: Subject, code: string): string => `${purpose}|${subject}|${code}`;
