/** What goes before and after a form that changes how somebody signs in or pays. */
import { failureWord } from "../../../client/i18n.ts";
import { endSession } from "../../../client/session.ts";
import type { CallResult, Row } from "../../../engine/index.ts";
import { notify } from "../../notices.tsx";
import type { CallEntity } from "../../schemas.ts";
import { currentUser, loadUser } from "../../user.ts";

/** What is known already: codes go by mail, to one's own address. */
export function startOf({ request }: CallEntity): Row {
  const known: Row = { verifyType: "1", email: currentUser()?.user.username };
  return Object.fromEntries(request.fields.flatMap(({ name }) => (known[name] === undefined ? [] : [[name, known[name]]])));
}

/** Source: specification 4 (S8): a new login password ends the session, with M4. Otherwise what is known of the user is read again. */
export async function afterCall(map: CallResult, said: string): Promise<void> {
  if (map.signedOut) {
    notify("warning", failureWord("sessionEnded"));
    endSession("passwordChanged");
    return;
  }
  notify("success", said);
  await loadUser();
}
