import type { SealedColumn } from "../core/sealed-column.ts";
import { describeTotpSubject } from "./totp.ts";

const context = ([id = ""]: readonly string[]) => ({ tenant: "", about: describeTotpSubject(id) });

/** Sealed columns: active and pending authenticator secrets. */
export const sessionColumns: readonly SealedColumn[] = [
  { table: "portal_user", column: "totp_secret", key: ["id"], context },
  { table: "totp_pending", column: "secret", key: ["user_id"], context },
];
