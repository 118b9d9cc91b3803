/** What goes before and after a form that changes how somebody signs in or pays. */
import { endSession } from "../../../client/session.ts";
import type { CallResult, Lang, Row } from "../../../engine/index.ts";
import { notify } from "../../notices.tsx";
import type { CallEntity } from "../../schemas.ts";
import { currentUser, loadUser } from "../../user.ts";

/** What is known already: codes go by mail, to one's own address. */
export function startOf({ request }: CallEntity): Row {
  const known: Row = { verifyType: "1", email: currentUser()?.user.username };
  return Object.fromEntries(
    request.fields.flatMap(({ name }) => (known[name] === undefined ? [] : [[name, known[name]]])),
  );
}

/** Says what was done. Source: specification 4 (S8): a new login password ends the session, with M4. Otherwise what is known of the user is read again. */
export async function afterCall(map: CallResult, { request }: CallEntity, lang: Lang): Promise<void> {
  notify(map.signedOut ? "warning" : "success", request.text("form.said", lang));
  if (map.signedOut) endSession("passwordChanged");
  // It was done, whether or not what is known of the person can be read again just now.
  else await loadUser().catch(() => undefined);
}
