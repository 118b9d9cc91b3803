/** Signing out ends the session on the server and in every tab; a failure is said as an error (specification 8). */
import { send } from "../client/http.ts";
import { endSession } from "../client/session.ts";
import type { CallFailure } from "../engine/index.ts";
import { t } from "../client/i18n.ts";
import { notify } from "./notices.tsx";
import { wayOf } from "./schemas.ts";

export async function signOut(): Promise<void> {
  try {
    await send(wayOf("logout"));
    endSession("signedOut");
  } catch (error) {
    notify("danger", (error as CallFailure).message || t("systemException"));
  }
}
