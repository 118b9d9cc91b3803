import type { Row } from "../../src/engine/index.ts";
import type { CallRequest } from "../http/handler.ts";
import { audit } from "./audit.ts";
import type { PortalUser } from "../session/users.ts";

/** Whoever gives a name that nobody has: what he tries is noted in a chain of no merchant's, so that it takes as long as for a name that somebody has. */
export const NOBODY = { merId: "", id: "" };

/** Notes a sign-in, a sign-out, a refused secret or an export in the merchant's audit. */
export async function noteSecurity(
  call: Pick<CallRequest, "deps" | "ip" | "traceId">,
  user: Pick<PortalUser, "merId" | "id">,
  action: string,
  detail: Row = {},
  object = "session",
): Promise<void> {
  const { deps, ip, traceId } = call;
  await deps.db.tx((tx) =>
    audit(tx, { m: user.merId, at: Date.now(), actor: user.id, action, object, ip, traceId, detail }),
  );
}
