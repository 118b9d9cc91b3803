/**
 * Ends the session on the server and in every tab. On failure, shows the error and keeps the session (specification 8).
 */
import { endSession } from "../client/session.ts";
import type { Ports } from "../../model/ports.ts";
import { t } from "../client/i18n.ts";
import { sendOrder } from "../data/send-order.tsx";

export async function signOut(ports: Ports): Promise<void> {
  const sent = await sendOrder(ports, "logout", {});
  if (sent.ok) endSession("signedOut");
  else ports.notify("danger", sent.failure?.message || t("systemException"));
}
