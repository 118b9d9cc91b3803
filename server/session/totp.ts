import { TOTP } from "otpauth";
import { Failure } from "../failure.ts";
import type { Queries } from "../store/database.ts";

/** 6 digits, 30 s, SHA-1: what authenticator apps understand. */
const totp = (secret: string) => new TOTP({ issuer: "Portolan", secret, digits: 6, period: 30, algorithm: "SHA1" });

/** Accepts the current step and one on either side (clock drift), each step once per user. Throws `totpWrong`. */
export async function verifyTotp(db: Queries, userId: string, secret: string, code: string): Promise<void> {
  const instance = totp(secret);
  const delta = instance.validate({ token: code, window: 1 });
  if (delta === null) throw new Failure("totpWrong");
  const step = Math.floor(Date.now() / 30_000) + delta;
  const used = await db.query(`UPDATE portal_user SET totp_last_step = $2 WHERE id = $1 AND totp_last_step < $2 RETURNING id`, [userId, step]);
  if (used.length === 0) throw new Failure("totpWrong");
}

/** The code of a moment; for tests and the sandbox. */
export const totpCode = (secret: string, at: number = Date.now()): string => totp(secret).generate({ timestamp: at });
