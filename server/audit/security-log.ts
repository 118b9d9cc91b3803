import type { Row } from "@portolan/engine";
import type { Caller } from "../core/caller.ts";
import type { Database } from "../store/database.ts";
import { audit } from "./audit.ts";

/**
 * Placeholder for an unknown user name. Its sign-in attempts are audited without a tenant, so that the response takes
 * as long as for a known name.
 */
export const UNKNOWN_USER = { tenant: "", id: "" };

/** Appends a security event to the tenant's audit log, such as a sign-in, a rejected secret or a changed password. */
export async function auditSecurityEvent(
  { services, ip, traceId }: Pick<Caller, "ip" | "traceId"> & { services: { db: Database } },
  user: { tenant: string; id: string },
  action: string,
  { detail = {}, object = "session" }: { detail?: Row; object?: string } = {},
): Promise<void> {
  await services.db.tx((tx) =>
    audit(tx, { tenant: user.tenant, at: Date.now(), actor: user.id, action, object, ip, traceId, detail }),
  );
}
