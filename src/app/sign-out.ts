/** Signing out ends the session on the server and in every tab; a failure is said as an error (specification 8). */
import { call } from "../client/call.ts";
import { endSession } from "../client/session.ts";
import type { CallFailure } from "../engine/index.ts";
import { t } from "../client/i18n.ts";
import { notify } from "./notices.tsx";

export async function signOut(): Promise<void> {
  try {
    await call("logout");
    endSession("signedOut");
  } catch (error) {
    notify("danger", (error as CallFailure).message || t("systemException"));
  }
}
