/**
 * Tables of the operators who run an installation: operators, their sessions at a terminal, and proposals that a second one confirms. They belong
 * to no tenant.
 */
export const operatorTables: readonly string[] = [
  // password_hash: argon2id of the digest that users' passwords have as well; totp_secret: sealed; state: active | disabled.
  `CREATE TABLE IF NOT EXISTS operator (
    name text NOT NULL PRIMARY KEY, password_hash text NOT NULL, totp_secret text NOT NULL, totp_last_step bigint NOT NULL DEFAULT 0,
    state text NOT NULL, created_at timestamptz NOT NULL, changed_at timestamptz NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS operator_session (
    hash text NOT NULL PRIMARY KEY, name text NOT NULL, created_at timestamptz NOT NULL, seen_at timestamptz NOT NULL)`,
  `CREATE INDEX IF NOT EXISTS operator_session_of ON operator_session (name)`,
  // m: the tenant concerned, else empty; body: sealed; version: state of the record when it was proposed; state: open | confirmed | refused | stale |
  // lapsed.
  `CREATE TABLE IF NOT EXISTS proposal (
    id text NOT NULL PRIMARY KEY, act text NOT NULL, m text NOT NULL, object text NOT NULL, shows json NOT NULL, body text NOT NULL,
    body_hash text NOT NULL, version text NOT NULL, proposed_by text NOT NULL, why text NOT NULL, created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL, state text NOT NULL, decided_by text, decided_at timestamptz, result text)`,
  `CREATE INDEX IF NOT EXISTS proposal_open ON proposal (state, created_at)`,
  // Earliest time of the confirmation: after created_at where another operator must have time to refuse.
  `ALTER TABLE proposal ADD COLUMN IF NOT EXISTS opens_at timestamptz`,
];
