/** POST /mer/own/mails: how the user gets mails about orders to approve: each at once, or a summary. */
import { scheduleDigest } from "../lifecycle/digest.ts";
import { handler } from "./handler.ts";

export const digestMail = handler("digestMail", async ({ services, body, session: { user } }) => {
  const { db, clock, schemas, sessions } = services;
  const digest = body.digest === "off" ? undefined : body.digest;
  await db.tx(async (tx) => {
    await tx.query("UPDATE portal_user SET digest = $2 WHERE id = $1", [user.id, digest ?? null]);
    // Orders that wait already are in the first summary.
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
