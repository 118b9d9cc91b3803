import type { RowsOf } from "../store/sql-types.ts";

/** Table of restore drills. Rows are never updated or deleted. */
export const backupTables = [
  `CREATE TABLE IF NOT EXISTS backup_drill (
    at timestamptz NOT NULL PRIMARY KEY, backup_at timestamptz NOT NULL, ok boolean NOT NULL, rpo_seconds numeric NOT NULL, rto_seconds numeric NOT NULL)`,
] as const;
declare module "../store/sql-types.ts" {
  interface Tables extends RowsOf<typeof backupTables> {}
}
