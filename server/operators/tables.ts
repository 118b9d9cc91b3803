import type { RowsOf } from "../store/sql-types.ts";

/**
 * Tables of an installation's operators: the operators, their command-line sessions, and proposals that a second
 * operator confirms. They belong to no tenant.
 */
export const operatorTables = [
  // password_hash: argon2id of the same digest as for users' passwords; totp_secret: sealed; state: active | disabled.
  `CREATE TABLE IF NOT EXISTS operator (
    name text NOT NULL PRIMARY KEY, password_hash text NOT NULL, totp_secret text NOT NULL, totp_last_step bigint NOT NULL DEFAULT 0,
    state text NOT NULL, created_at timestamptz NOT NULL, changed_at timestamptz NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS operator_session (
    hash text NOT NULL PRIMARY KEY, name text NOT NULL, created_at timestamptz NOT NULL, seen_at timestamptz NOT NULL)`,
  `CREATE INDEX IF NOT EXISTS operator_session_of ON operator_session (name)`,
  // m: the tenant concerned, or empty; body: sealed; version: version of the record at the time of the proposal; state:
  // open | confirmed | refused | stale | lapsed.
  `CREATE TABLE IF NOT EXISTS proposal (
    id text NOT NULL PRIMARY KEY, act text NOT NULL, m text NOT NULL, object text NOT NULL, shows json NOT NULL, body text NOT NULL,
    body_hash text NOT NULL, version text NOT NULL, proposed_by text NOT NULL, why text NOT NULL, created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL, state text NOT NULL, decided_by text, decided_at timestamptz, result text)`,
  `CREATE INDEX IF NOT EXISTS proposal_open ON proposal (state, created_at)`,
  // Earliest time of the confirmation: later than created_at when another operator must have time to object.
  `ALTER TABLE proposal ADD COLUMN IF NOT EXISTS opens_at timestamptz`,
] as const;
declare module "../store/sql-types.ts" {
  interface Tables extends RowsOf<
    typeof operatorTables,
    {
      operator: { state: "active" | "disabled" };
      proposal: { shows: Record<string, string>; state: "open" | "confirmed" | "refused" | "stale" | "lapsed" };
    }
  > {}
}
