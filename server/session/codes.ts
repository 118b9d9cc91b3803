/**
 * Codes that are mailed or texted: 6 digits, 5 minutes, 5 tries, one use, bound to what they are for and to whom they went; at most one a
 * minute, five an hour, ten a day. An unknown address is counted exactly like a known one and gets the same answer; nothing is sent to it.
 * Times are real time. The rows hold keyed hashes only.
 */
import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import { uuidv7 } from "../ledger/uuid.ts";
import { Failure } from "../failure.ts";
import type { Deps } from "../app.ts";
import type { Queries } from "../store/database.ts";
import { message, type Target } from "./mail.ts";
import { checkThrottle, countFailure, type ThrottleRule } from "./throttle.ts";
import { inTurn } from "./turns.ts";

/** What a code may be used for. */
export type Purpose = "register" | "login" | "forget" | "loginPassword" | "payPassword" | "phone";
/** For whom: an e-mail address before sign-in, user and address after it. */
export interface Subject { purpose: Purpose; subject: string }

const MINUTE = 60_000;
const VALID_MS = 5 * MINUTE;
const TRIES = 5;
/** Source: specification 9 (K3). */
const RESEND_MS = MINUTE;
const WINDOWS = [{ name: "hour", ms: 60 * MINUTE, most: 5 }, { name: "day", ms: 24 * 60 * MINUTE, most: 10 }] as const;
/** One address of the network: 30 codes an hour cost nothing. */
const ADDRESS: ThrottleRule = { windowMs: 60 * MINUTE, free: 30, firstWaitMs: MINUTE, maxWaitMs: 60 * MINUTE };

const iso = (ms: number) => new Date(ms).toISOString();
type Parts = Pick<Deps, "db" | "seal" | "clock">;

/** Makes a code and sends it; without `target` everything happens but the sending. Throws `codeTooSoon` or `throttled`, each with `{seconds}`. */
export async function sendCode({ db, seal, clock }: Parts, about: Subject, target: (Target & { m?: string }) | undefined, ip: string): Promise<void> {
  const key = `code-ip:${ip}`;
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  await inTurn(key, async () => {
    await checkThrottle(db, key, ADDRESS);
    await db.tx(async (tx) => {
      await place(tx, about, hashOf(seal.key, about, code));
      if (target) await message(tx, uuidv7(clock.now()), clock.now(), target, "code", { code, minutes: VALID_MS / MINUTE }, `codeFor.${about.purpose}`);
    });
    await countFailure(db, key, ADDRESS);
  });
}

/** The new code takes the old one's place, if it may be sent now: one guarded statement, so that two requests at once cannot both pass. */
async function place(tx: Queries, { purpose, subject }: Subject, hash: string): Promise<void> {
  const now = Date.now();
  const [hour, day] = WINDOWS.map(({ ms }) => iso(now - ms));
  const [row] = await tx.query(
    `INSERT INTO verification_code AS c (purpose, subject, hash, tries, sent_at, expires_at, hour_at, hour_n, day_at, day_n)
     VALUES ($1, $2, $3, 0, $4, $5, $4, 1, $4, 1)
     ON CONFLICT (purpose, subject) DO UPDATE SET hash = $3, tries = 0, sent_at = $4, expires_at = $5, used_at = NULL,
       hour_at = CASE WHEN c.hour_at <= $6 THEN $4 ELSE c.hour_at END, hour_n = CASE WHEN c.hour_at <= $6 THEN 1 ELSE c.hour_n + 1 END,
       day_at = CASE WHEN c.day_at <= $7 THEN $4 ELSE c.day_at END, day_n = CASE WHEN c.day_at <= $7 THEN 1 ELSE c.day_n + 1 END
     WHERE c.sent_at <= $8 AND (c.hour_at <= $6 OR c.hour_n < $9) AND (c.day_at <= $7 OR c.day_n < $10)
     RETURNING hash`,
    [purpose, subject, hash, iso(now), iso(now + VALID_MS), hour, day, iso(now - RESEND_MS), WINDOWS[0].most, WINDOWS[1].most],
  );
  if (!row) throw await refusal(tx, { purpose, subject }, now);
}

async function refusal(tx: Queries, { purpose, subject }: Subject, now: number): Promise<Failure> {
  const [row] = await tx.query("SELECT sent_at, hour_at, hour_n, day_at, day_n FROM verification_code WHERE purpose = $1 AND subject = $2", [purpose, subject]);
  const seconds = (until: number) => Math.max(1, Math.ceil((until - now) / 1000));
  for (const { name, ms, most } of WINDOWS.toReversed()) {
    const ends = Date.parse(row?.[`${name}_at`]) + ms;
    if (Number(row?.[`${name}_n`]) >= most && ends > now) return new Failure("throttled", { seconds: seconds(ends) });
  }
  return new Failure("codeTooSoon", { seconds: seconds(Date.parse(row?.sent_at) + RESEND_MS) });
}

/**
 * Whether this is the code. Each try is counted before it is checked, outside any transaction, so that guesses sent at once cannot share
 * one count. The answer uses the code up inside the transaction of the work it allows. Throws `codeWrong`: wrong, used, over or never sent.
 */
export async function checkCode({ db, seal }: Parts, about: Subject, code: string): Promise<(tx: Queries) => Promise<void>> {
  const { purpose, subject } = about;
  const [row] = await db.query<{ hash: string }>(
    `UPDATE verification_code SET tries = tries + 1 WHERE purpose = $1 AND subject = $2 AND used_at IS NULL AND expires_at > $3 AND tries < $4 RETURNING hash`,
    [purpose, subject, iso(Date.now()), TRIES],
  );
  const given = hashOf(seal.key, about, code);
  if (!row || !timingSafeEqual(Buffer.from(row.hash), Buffer.from(given))) throw new Failure("codeWrong");
  return async (tx) => {
    const [spent] = await tx.query(
      `UPDATE verification_code SET used_at = $4 WHERE purpose = $1 AND subject = $2 AND hash = $3 AND used_at IS NULL RETURNING hash`,
      [purpose, subject, given, iso(Date.now())],
    );
    if (!spent) throw new Failure("codeWrong");
  };
}

/** Keyed, because a million codes are soon tried against a plain hash. */
const hashOf = (key: Buffer, { purpose, subject }: Subject, code: string): string => createHmac("sha256", key).update(`${purpose}|${subject}|${code}`).digest("hex");
