/** Initial values and follow-up of forms that change how a user signs in or pays. */
import { endSession } from "../../client/session.ts";
import type { CallResult, Lang, Row } from "../../engine/index.ts";
import { showToast } from "../feedback/toasts.ts";
import type { CallEntity } from "../data/schemas.ts";
import { getCurrentUser, loadUser } from "../session/user.ts";

/** Returns initial values: codes are mailed to the user's own address, and settings begin as they are. */
export function readInitialValues({ request }: CallEntity): Row {
  const user = getCurrentUser()?.user;
  const known: Row = { verifyType: "1", email: user?.username, digest: user?.digest };
  return Object.fromEntries(
    request.fields.flatMap(({ name }) => (known[name] === undefined ? [] : [[name, known[name]]])),
  );
}

/** Reports success. Source: specification 4 (S8): a new login password ends the session, with M4; any other call reloads the user. */
export async function finishCall(map: CallResult, { request }: CallEntity, lang: Lang): Promise<void> {
  showToast(map.signedOut ? "warning" : "success", request.text("form.said", lang));
  if (map.signedOut) endSession("passwordChanged");
  // The call succeeded even when the reload of the user fails.
  else await loadUser().catch(() => undefined);
}
