import type { Row } from "../../src/engine/index.ts";
import type { Caller } from "../core/caller.ts";
import type { Database } from "../store/database.ts";
import { audit } from "./audit.ts";

/** User of an unknown name: attempts are written to a chain without a merchant, so that the response takes as long as for a known name. */
export const UNKNOWN_USER = { merchantId: "", id: "" };

/** Writes a sign-in, a sign-out, a refused secret or an export to the merchant's audit. */
export async function noteSecurity(
  { services, ip, traceId }: Pick<Caller, "ip" | "traceId"> & { services: { db: Database } },
  user: { merchantId: string; id: string },
  action: string,
  { detail = {}, object = "session" }: { detail?: Row; object?: string } = {},
): Promise<void> {
  await services.db.tx((tx) =>
    audit(tx, { tenant: user.merchantId, at: Date.now(), actor: user.id, action, object, ip, traceId, detail }),
  );
}
