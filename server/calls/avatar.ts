/** POST /session/avatar: sets the picture of the signed-in user, or removes it if the body has none. */
import { Failure } from "../core/failure.ts";
import { findMissingFiles } from "../lifecycle/files.ts";
import { sessionHandler } from "./handler.ts";

export const avatar = sessionHandler("avatar", async ({ services, body, lang, route, session: { user } }) => {
  const { db, sessions } = services;
  const { tenant } = user;
  const errors = route.request
    ? await findMissingFiles(db, route.request, { tenant, lang }, { record: body, before: { avatar: user.avatar } })
    : [];
  if (errors.length > 0) throw new Failure("invalid", {}, errors);
  await db.tx(async (tx) => {
    await tx.query("UPDATE portal_user SET avatar = $2 WHERE id = $1", [user.id, body.avatar ?? null]);
    // Without its row, the sweep deletes the former picture.
    if (user.avatar && user.avatar !== body.avatar)
      await tx.query("DELETE FROM file WHERE m = $1 AND id = $2 AND purpose = 'avatar'", [tenant, user.avatar]);
  });
  sessions.invalidate();
  return {};
});
