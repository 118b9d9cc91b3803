/** Initial values and post-submit behaviour of the forms that change a user's credentials. */
import { endSession } from "../../client/session.ts";
import type { CallResult, Lang, Row } from "@portolan/engine";
import { showToast } from "../feedback/toasts.ts";
import type { CallEntity } from "../data/schemas.ts";
import { getCurrentUser, loadUser } from "../session/user.ts";

/**
 * Returns the known initial values of the form: the verification type, the user's email address and the summary email
 * setting.
 */
export function readInitialValues({ request }: CallEntity): Row {
  const user = getCurrentUser()?.user;
  const known: Row = { verifyType: "1", email: user?.username, digest: user?.digest, avatar: user?.avatar };
  return Object.fromEntries(
    request.fields.flatMap(({ name }) => (known[name] === undefined ? [] : [[name, known[name]]])),
  );
}

/**
 * Reports success. If the call has signed the user out, as a new login password does, ends the session with message M4;
 * otherwise reloads the user. Source: specification 4 (S8).
 */
export async function finishCall(map: CallResult, { request }: CallEntity, lang: Lang): Promise<void> {
  showToast(map.signedOut ? "warning" : "success", request.text("form.said", lang));
  if (map.signedOut) endSession("passwordChanged");
  // The call has succeeded, so a failure to reload the user is ignored.
  else await loadUser().catch(() => undefined);
}
