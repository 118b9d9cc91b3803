/**
 * GET /mer/googleAuth/getQrCode (C112): returns an authenticator secret as QR code and text: the pending one, or a new
 * one. Its first code activates it.
 */
import { handler } from "./handler.ts";
import { Failure } from "../core/failure.ts";
import { assertPresent } from "../core/required.ts";
import { createTotpSecret, openTotpSecret, sealTotpSecret, drawTotpQr } from "../session/totp.ts";

/**
 * Time in milliseconds during which a pending secret is returned again, so that a reload does not invalidate a scanned
 * code.
 */
export const PENDING_MS = 10 * 60_000;

export const googleQr = handler("googleQr", async ({ services: { db, seal }, session: { user } }) => {
  if (user.totpSecret) throw new Failure("totpOn");
  const now = Date.now();
  const [row] = await db.query(
    `INSERT INTO totp_pending AS p (user_id, secret, created_at) VALUES ($1, $2, $3)
     ON CONFLICT (user_id) DO UPDATE SET
       secret = CASE WHEN p.created_at <= $4 THEN $2 ELSE p.secret END, created_at = CASE WHEN p.created_at <= $4 THEN $3 ELSE p.created_at END
     RETURNING secret`,
    [
      user.id,
      sealTotpSecret(seal, user.id, createTotpSecret()),
      new Date(now).toISOString(),
      new Date(now - PENDING_MS).toISOString(),
    ],
  );
  const secret = openTotpSecret(seal, user.id, assertPresent(row, "the pending secret").secret);
  const { uri, rows } = drawTotpQr(secret, user.username);
  return { secret, otpauth: uri, qr: rows };
});
