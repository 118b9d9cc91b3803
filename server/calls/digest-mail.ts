/**
 * POST /session/mails: sets whether the user gets an email about each order to approve, or a daily or weekly summary.
 */
import { scheduleDigest } from "../lifecycle/digest-mail.ts";
import { sessionHandler } from "./handler.ts";

export const digestMail = sessionHandler("digestMail", async ({ services, body, session: { user } }) => {
  const { db, clock, schemas, sessions } = services;
  const digest = body.digest === "off" ? undefined : body.digest;
  await db.tx(async (tx) => {
    await tx.query("UPDATE portal_user SET digest = $2 WHERE id = $1", [user.id, digest ?? null]);
    // Schedule the first summary now, because orders may already be waiting.
    if (digest)
      scheduleDigest(
        tx,
        { tenant: user.tenant, userId: user.id, digest },
        { now: clock.now(), zone: schemas.dialect.zone },
      );
  });
  sessions.invalidate();
  return {};
});
