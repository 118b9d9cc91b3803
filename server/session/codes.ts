/**
 * Codes that are mailed or texted: 6 digits, 5 minutes, 5 tries, one use, bound to what they are for, to whom they went and to the browser that asked; at most
 * one a minute, five an hour, ten a day for all unknown browsers together, and as many for each known one. Up to three browsers have a code at once, and
 * none takes another's away. An unknown address is counted exactly like a known one and gets the same answer; nothing is sent to it. Times are real time.
 * The rows hold keyed hashes only.
 */
import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import { uuidv7 } from "../core/uuid.ts";
import { Failure } from "../core/failure.ts";
import type { Queries } from "../store/database.ts";
import { isKnown, type Device } from "./device.ts";
import { message, type Target } from "./mail.ts";
import type { SessionServices } from "./services.ts";
import { checkThrottle, countFailure, type ThrottleRule } from "./throttle.ts";
import { inTurn } from "./turns.ts";
import type { PortalUser } from "./users.ts";

/** What a code may be used for. */
export type Purpose = "register" | "login" | "forget" | "loginPassword" | "payPassword" | "phone";
/** For whom: an e-mail address before sign-in, user and address after it. */
export interface Subject {
  purpose: Purpose;
  subject: string;
}

const MINUTE = 60_000;
const VALID_MS = 5 * MINUTE;
const TRIES = 5;
/** Browsers of one kind that have a code at once. */
const LIVE = 3;
/** Source: specification 9 (K3). */
const RESEND_MS = MINUTE;
const WINDOWS = [
  { name: "hour", ms: 60 * MINUTE, most: 5 },
  { name: "day", ms: 24 * 60 * MINUTE, most: 10 },
] as const;
/** One address of the network: 30 codes an hour cost nothing. */
const ADDRESS: ThrottleRule = { windowMs: 60 * MINUTE, free: 30, firstWaitMs: MINUTE, maxWaitMs: 60 * MINUTE };

const iso = (ms: number) => new Date(ms).toISOString();

/** Request for a code: the network address and the browser, which gets its cookie by `keepDevice` when it has none. */
export interface CodeRequest {
  services: SessionServices;
  ip: string;
  device: Device | undefined;
  keepDevice(): Device;
}

/**
 * Makes a code and sends it; without `target` everything happens but the sending. `user`: whose code it is, where there is one. Throws `codeTooSoon` or
 * `throttled`, each with `{seconds}`.
 */
export async function sendCode(
  call: CodeRequest,
  about: Subject,
  target: (Target & { m?: string }) | undefined,
  user: PortalUser | undefined,
): Promise<void> {
  const { db, seal, clock } = call.services;
  const key = `code-ip:${call.ip}`;
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const known = isKnown(seal, call.device, user);
  // The cookie comes with every answer, a refusal too: the next try is the same browser's.
  const device = call.keepDevice();
  await inTurn(key, async () => {
    if (!known) await checkThrottle(db, key, ADDRESS);
    await db.tx(async (tx) => {
      await place(tx, about, device.id, known ? device.id : "", hashOf(seal.key, about, code));
      if (target)
        await message(
          tx,
          uuidv7(clock.now()),
          clock.now(),
          target,
          "code",
          { code, minutes: VALID_MS / MINUTE },
          `codeFor.${about.purpose}`,
        );
    });
    if (!known) await countFailure(db, key, ADDRESS);
  });
}

/** The browser's new code takes its old one's place, if it may be sent now: counted by one guarded statement, so that two requests at once cannot both pass. `kind`: the known browser's own count; empty for all others'. */
async function place(
  tx: Queries,
  { purpose, subject }: Subject,
  device: string,
  kind: string,
  hash: string,
): Promise<void> {
  const now = Date.now();
  const counted = kind === "" ? subject : `${subject}|dev:${kind}`;
  const [hour, day] = WINDOWS.map(({ ms }) => iso(now - ms));
  const [row] = await tx.query(
    `INSERT INTO verification_code AS c (purpose, subject, hash, tries, sent_at, expires_at, hour_at, hour_n, day_at, day_n)
     VALUES ($1, $2, '', 0, $3, $3, $3, 1, $3, 1)
     ON CONFLICT (purpose, subject) DO UPDATE SET hash = '', sent_at = $3, expires_at = $3,
       hour_at = CASE WHEN c.hour_at <= $4 THEN $3 ELSE c.hour_at END, hour_n = CASE WHEN c.hour_at <= $4 THEN 1 ELSE c.hour_n + 1 END,
       day_at = CASE WHEN c.day_at <= $5 THEN $3 ELSE c.day_at END, day_n = CASE WHEN c.day_at <= $5 THEN 1 ELSE c.day_n + 1 END
     WHERE c.sent_at <= $6 AND (c.hour_at <= $4 OR c.hour_n < $7) AND (c.day_at <= $5 OR c.day_n < $8)
     RETURNING purpose`,
    [purpose, counted, iso(now), hour, day, iso(now - RESEND_MS), WINDOWS[0].most, WINDOWS[1].most],
  );
  if (!row) throw await refusal(tx, { purpose, subject: counted }, now);
  // Whose turn it is was settled by the row above, which this transaction holds.
  const live = await tx.query(
    `SELECT expires_at FROM live_code WHERE purpose = $1 AND subject = $2 AND kind = $3 AND device <> $4 AND used_at IS NULL AND expires_at > $5 ORDER BY expires_at`,
    [purpose, subject, kind, device, iso(now)],
  );
  if (live.length >= LIVE)
    throw new Failure("codeTooSoon", {
      seconds: Math.max(1, Math.ceil((Date.parse(live[0]!.expires_at) - now) / 1000)),
    });
  await tx.query(
    `INSERT INTO live_code (purpose, subject, device, hash, tries, kind, expires_at) VALUES ($1, $2, $3, $4, 0, $5, $6)
     ON CONFLICT (purpose, subject, device) DO UPDATE SET hash = $4, tries = 0, kind = $5, expires_at = $6, used_at = NULL`,
    [purpose, subject, device, hash, kind, iso(now + VALID_MS)],
  );
}

async function refusal(tx: Queries, { purpose, subject }: Subject, now: number): Promise<Failure> {
  const [row] = await tx.query(
    "SELECT sent_at, hour_at, hour_n, day_at, day_n FROM verification_code WHERE purpose = $1 AND subject = $2",
    [purpose, subject],
  );
  const seconds = (until: number) => Math.max(1, Math.ceil((until - now) / 1000));
  for (const { name, ms, most } of WINDOWS.toReversed()) {
    const ends = Date.parse(row?.[`${name}_at`]) + ms;
    if (Number(row?.[`${name}_n`]) >= most && ends > now) return new Failure("throttled", { seconds: seconds(ends) });
  }
  return new Failure("codeTooSoon", { seconds: seconds(Date.parse(row?.sent_at) + RESEND_MS) });
}

/**
 * Whether this is the code that the browser asked for. Each try is counted before it is checked, outside any transaction, so that guesses sent at once cannot
 * share one count. The answer uses the code up inside the transaction of the work it allows. Throws `codeWrong`: wrong, used, over, never sent, or another
 * browser's.
 */
export async function checkCode(
  { db, seal }: SessionServices,
  about: Subject,
  code: string,
  device: Device | undefined,
): Promise<(tx: Queries) => Promise<void>> {
  const { purpose, subject } = about;
  const own = [purpose, subject, device?.id ?? ""];
  const [row] = await db.query<{ hash: string }>(
    `UPDATE live_code SET tries = tries + 1 WHERE purpose = $1 AND subject = $2 AND device = $3 AND used_at IS NULL AND expires_at > $4 AND tries < $5 RETURNING hash`,
    [...own, iso(Date.now()), TRIES],
  );
  const given = hashOf(seal.key, about, code);
  if (!row || !timingSafeEqual(Buffer.from(row.hash), Buffer.from(given))) throw new Failure("codeWrong");
  return async (tx) => {
    const [spent] = await tx.query(
      `UPDATE live_code SET used_at = $5 WHERE purpose = $1 AND subject = $2 AND device = $3 AND hash = $4 AND used_at IS NULL RETURNING hash`,
      [...own, given, iso(Date.now())],
    );
    if (!spent) throw new Failure("codeWrong");
  };
}

/** Keyed, because a million codes are soon tried against a plain hash. */
const hashOf = (key: Buffer, { purpose, subject }: Subject, code: string): string =>
  createHmac("sha256", key).update(`${purpose}|${subject}|${code}`).digest("hex");
