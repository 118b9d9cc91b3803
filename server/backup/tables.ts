/** Table of restore drills. Rows are never updated or deleted. */
export const backupTables: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS backup_drill (
    at timestamptz NOT NULL PRIMARY KEY, backup_at timestamptz NOT NULL, ok boolean NOT NULL, rpo_seconds numeric NOT NULL, rto_seconds numeric NOT NULL)`,
];
