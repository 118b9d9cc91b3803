import type { Row } from "@portolan/engine";
import type { RowsOf } from "../store/sql-types.ts";

/** Tables of the audit chains. Rows of `audit` are never updated or deleted. */
export const auditTables = [
  // Sequence number and hash of the last entry in each tenant's chain. A hash covers the previous hash and the entry.
  `CREATE TABLE IF NOT EXISTS audit_head (m text NOT NULL PRIMARY KEY, seq bigint NOT NULL, hash text NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS audit (
    m text NOT NULL, seq bigint NOT NULL, at timestamptz NOT NULL, actor text NOT NULL, action text NOT NULL, object text NOT NULL,
    ip text, trace_id text, detail json NOT NULL, prev_hash text NOT NULL, hash text NOT NULL,
    PRIMARY KEY (m, seq))`,
] as const;
declare module "../store/sql-types.ts" {
  interface Tables extends RowsOf<typeof auditTables, { audit: { detail: Row } }> {}
}
