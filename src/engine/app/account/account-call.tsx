/** Initial values and post-submit behaviour of the forms that change a user's credentials. */
import type { Row } from "../../model/field.ts";
import { endSession } from "../client/session.ts";
import type { CallResult } from "../../model/ports.ts";
import type { Lang } from "../../model/register.ts";
import { showToast } from "../feedback/toasts.ts";
import type { CallEntity } from "../options.ts";
import { getInside } from "../inside-options.tsx";
import { getCurrentUser, loadUser } from "../session/user.ts";

/** Returns the initial values of the form that are known of the user. */
export function readInitialValues({ request }: CallEntity): Row {
  const user = getCurrentUser()?.user;
  const known: Row = (user && getInside().readInitialValues?.(user)) ?? {};
  return Object.fromEntries(
    request.fields.flatMap(({ name }) => (known[name] === undefined ? [] : [[name, known[name]]])),
  );
}

/**
 * Reports success. If the call has signed the user out, as a new login password does, ends the session;
 * otherwise reloads the user.
 */
export async function finishCall(map: CallResult, { request }: CallEntity, lang: Lang): Promise<void> {
  showToast(map.signedOut ? "warning" : "success", request.text("form.said", lang));
  if (map.signedOut) endSession("passwordChanged");
  // The call has succeeded, so a failure to reload the user is ignored.
  else await loadUser().catch(() => undefined);
}
