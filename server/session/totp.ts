import { Secret, TOTP } from "otpauth";
import { encode } from "uqr";
import { Failure } from "../core/failure.ts";
import type { Seal } from "../core/seal.ts";
import type { Queries } from "../store/database.ts";

const ISSUER = "Portolan";
const STEP_MS = 30_000;
/** Length of a secret: 160 bits. Source: RFC 4226, 4. */
const SECRET_BYTES = 20;

/** Creates the generator of codes: 6 digits, 30 s, SHA-1, as authenticator apps support. */
const createTotp = (secret: string, label = ISSUER) =>
  new TOTP({ issuer: ISSUER, label, secret, digits: 6, period: STEP_MS / 1000, algorithm: "SHA1" });

/**
 * Returns the time step of a code: the current one, or an adjacent one to allow for clock drift.
 *
 * @throws Failure `totpWrong`
 */
export function findCodeStep(secret: string, code: string): number {
  const delta = createTotp(secret).validate({ token: code, window: 1 });
  if (delta === null) throw new Failure("totpWrong");
  return Math.floor(Date.now() / STEP_MS) + delta;
}

/**
 * Accepts a code of a later time step than the user's last code, so that each code works once.
 *
 * @throws Failure `totpWrong`
 */
export async function verifyTotp(db: Queries, userId: string, secret: string, code: string): Promise<void> {
  const step = findCodeStep(secret, code);
  const used = await db.query(
    `UPDATE portal_user SET totp_last_step = $2 WHERE id = $1 AND totp_last_step < $2 RETURNING id`,
    [userId, step],
  );
  if (used.length === 0) throw new Failure("totpWrong");
}

/** Generates a secret in base 32. */
export const createTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** Returns the `about` of a user's sealed secret, which opening it requires. */
export const describeTotpSubject = (userId: string): string => `portal_user|totp||${userId}`;

/** Seals a user's secret for storage. */
export const sealTotpSecret = (seal: Pick<Seal, "sealValue">, userId: string, secret: string): string =>
  seal.sealValue("", describeTotpSubject(userId), secret);

/** Opens a user's stored secret. @throws Failure `keyUnknown`, Error for the secret of another user */
export const openTotpSecret = (seal: Pick<Seal, "openValue">, userId: string, sealed: string): string =>
  seal.openValue("", describeTotpSubject(userId), sealed);

/**
 * Returns the enrolment data of an authenticator: the URL in the QR code, and the QR code as rows of `0` and `1`
 * without a margin.
 */
export function drawTotpQr(secret: string, username: string): { uri: string; rows: string[] } {
  const uri = createTotp(secret, username).toString();
  const { data } = encode(uri, { ecc: "M", border: 0 });
  return { uri, rows: data.map((row) => row.map((dark) => (dark ? "1" : "0")).join("")) };
}

/** Returns the code at a given time, for tests and simulations. */
export const computeTotpCode = (secret: string, at: number = Date.now()): string =>
  createTotp(secret).generate({ timestamp: at });
