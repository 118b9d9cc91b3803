import type { Row, StepUp } from "@portolan/engine";
import type { RowsOf } from "../store/sql-types.ts";
import { place, type Placements } from "../store/distribution/placement.ts";
import type { Accounts } from "./accounts.ts";

/**
 * Tables for accounts and access, such as tenants, users, sessions, proofs, stored responses, throttles, verification
 * codes and files. The server generates the ids.
 */
const sessionTables = [
  // user_status: the product defines its values.
  `CREATE TABLE IF NOT EXISTS tenant (
    id text NOT NULL PRIMARY KEY, name text NOT NULL, user_status integer NOT NULL, created_at timestamptz NOT NULL)`,
  `ALTER TABLE tenant ADD COLUMN IF NOT EXISTS name_en text`,
  // username: the email address in lower case; login_hash: argon2id of the client's digest; state: active | disabled.
  `CREATE TABLE IF NOT EXISTS portal_user (
    id text NOT NULL PRIMARY KEY, m text NOT NULL, username text NOT NULL UNIQUE, phone text, name text NOT NULL, avatar text,
    login_hash text NOT NULL,
    totp_secret text, totp_last_step bigint NOT NULL DEFAULT 0, grants json NOT NULL, state text NOT NULL, created_at timestamptz NOT NULL)`,
  `CREATE INDEX IF NOT EXISTS portal_user_m ON portal_user (m)`,
  // Contains only hashes of the two secrets. end_reason: signedOut | elsewhere | passwordChanged.
  `CREATE TABLE IF NOT EXISTS session (
    sid_hash text NOT NULL PRIMARY KEY, token_hash text NOT NULL, user_id text NOT NULL, m text NOT NULL, created_at timestamptz NOT NULL,
    seen_at timestamptz NOT NULL, absolute_end timestamptz NOT NULL, ended_at timestamptz, end_reason text, ip text, agent text)`,
  `CREATE INDEX IF NOT EXISTS session_of_user ON session (user_id, created_at)`,
  // Valid for one use: used_at is set in the transaction of the call that the proof is for.
  `CREATE TABLE IF NOT EXISTS proof (
    hash text NOT NULL PRIMARY KEY, sid_hash text NOT NULL, call text NOT NULL, body_hash text NOT NULL, strength text NOT NULL,
    expires_at timestamptz NOT NULL, used_at timestamptz)`,
  `CREATE TABLE IF NOT EXISTS idem (
    m text NOT NULL, key text NOT NULL, route text NOT NULL, req_hash text NOT NULL, reply json NOT NULL, created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL, PRIMARY KEY (m, key))`,
  `CREATE INDEX IF NOT EXISTS idem_expires ON idem (expires_at)`,
  `CREATE TABLE IF NOT EXISTS throttle (
    key text NOT NULL PRIMARY KEY, started_at timestamptz NOT NULL, last_at timestamptz NOT NULL, n integer NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS file (
    m text NOT NULL, id text NOT NULL, user_id text NOT NULL, name text NOT NULL, mime text NOT NULL, size bigint NOT NULL,
    sha256 text NOT NULL, purpose text NOT NULL, created_at timestamptz NOT NULL, PRIMARY KEY (m, id))`,
  // Entries of an archive: [{name, size}], read when it is uploaded.
  `CREATE TABLE IF NOT EXISTS file_entries (m text NOT NULL, id text NOT NULL, entries json NOT NULL, PRIMARY KEY (m, id))`,
  // Number of codes sent in the current hour and day, by purpose and subject. A known browser has a separate row,
  // `subject|dev:id`.
  `CREATE TABLE IF NOT EXISTS verification_code (
    purpose text NOT NULL, subject text NOT NULL, hash text NOT NULL, tries integer NOT NULL, sent_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL, used_at timestamptz, hour_at timestamptz NOT NULL, hour_n integer NOT NULL,
    day_at timestamptz NOT NULL, day_n integer NOT NULL, PRIMARY KEY (purpose, subject))`,
  // Valid codes as keyed hashes, each bound to the browser that requested it. `verification_code` counts the sent
  // codes. Its columns for hash, tries and expiry belong to codes that are older than this table.
  `CREATE TABLE IF NOT EXISTS live_code (
    purpose text NOT NULL, subject text NOT NULL, device text NOT NULL, hash text NOT NULL, tries integer NOT NULL, kind text NOT NULL,
    expires_at timestamptz NOT NULL, used_at timestamptz, PRIMARY KEY (purpose, subject, device))`,
  // Used proofs of work, kept until their challenge expires.
  `CREATE TABLE IF NOT EXISTS work_done (salt text NOT NULL PRIMARY KEY, expires_at timestamptz NOT NULL)`,
  // Pending enrolment of an authenticator. The secret is sealed.
  `CREATE TABLE IF NOT EXISTS totp_pending (user_id text NOT NULL PRIMARY KEY, secret text NOT NULL, created_at timestamptz NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS recovery_code (user_id text NOT NULL, hash text NOT NULL, used_at timestamptz, PRIMARY KEY (user_id, hash))`,
  `CREATE TABLE IF NOT EXISTS consent (
    user_id text NOT NULL, document text NOT NULL, version text NOT NULL, at timestamptz NOT NULL, ip text,
    PRIMARY KEY (user_id, document, version))`,
  // Outgoing emails and text messages. sent_at is null until the message is sent.
  `CREATE TABLE IF NOT EXISTS outbox (
    id text NOT NULL PRIMARY KEY, m text, channel text NOT NULL, target text NOT NULL, subject text NOT NULL, body text NOT NULL,
    at timestamptz NOT NULL, sent_at timestamptz)`,
  `CREATE INDEX IF NOT EXISTS outbox_at ON outbox (at)`,
  // expires_at: the message is not sent after it; refused: why a message will never be sent. The body is erased once
  // the message is sent or refused.
  `ALTER TABLE outbox ADD COLUMN IF NOT EXISTS expires_at timestamptz`,
  `ALTER TABLE outbox ADD COLUMN IF NOT EXISTS refused text`,
  `CREATE INDEX IF NOT EXISTS outbox_unsent ON outbox (sent_at, at)`,
  // Every row has a tenant, so that a distributed database stores it with the tenant's other rows. A message to an
  // unregistered address has an empty tenant.
  `UPDATE outbox SET m = '' WHERE m IS NULL`,
  `ALTER TABLE proof ADD COLUMN IF NOT EXISTS m text NOT NULL DEFAULT ''`,
  // Summary emails instead of an email for each record: daily | weekly, null for none.
  `ALTER TABLE portal_user ADD COLUMN IF NOT EXISTS digest text`,
  // Role of the product that the grants are those of; null for grants of the user's own.
  `ALTER TABLE portal_user ADD COLUMN IF NOT EXISTS role text`,
] as const;
/** Columns that a product adds to users (`Accounts.userColumns`). It declares them by merging. */
export interface UserColumns {} // oxlint-disable-line typescript/no-empty-interface -- products declare its members

interface SessionRows extends RowsOf<
  typeof sessionTables,
  {
    portal_user: { grants: string[]; state: "active" | "disabled"; digest: "daily" | "weekly" | null };
    session: { end_reason: "signedOut" | "elsewhere" | "passwordChanged" | null };
    proof: { strength: StepUp };
    idem: { reply: Row | null };
    file_entries: { entries: Row[] };
    outbox: { m: string };
  }
> {}

declare module "../store/sql-types.ts" {
  interface Tables extends Omit<SessionRows, "portal_user"> {
    portal_user: SessionRows["portal_user"] & UserColumns;
  }
}

/** Returns the statements, with the product's name of the table of tenants and its columns of users. */
export const createSessionTables = ({ tenants, userColumns }: Accounts): readonly string[] =>
  sessionTables.map((sql) =>
    sql
      .replace(/^((?:CREATE TABLE IF NOT EXISTS|ALTER TABLE) )tenant /, `$1${tenants} `)
      .replace("login_hash text NOT NULL,", `login_hash text NOT NULL, ${listColumns(userColumns)}`.trimEnd()),
  );

/** Returns the columns that the product adds to users, each followed by a comma. */
const listColumns = (columns: Accounts["userColumns"]): string =>
  Object.entries(columns)
    .map(([name, type]) => `${name} ${type},`)
    .join(" ");

/** Returns the placement of the tables of `createSessionTables` in a distributed database. */
export const createSessionPlacements = ({ tenants }: Accounts): Placements => ({
  ...place("tenant", "file", "file_entries", "idem", "proof", "outbox"),
  // Read before the tenant is known, or changed together with rows of tenants.
  ...place("everywhere", tenants, "portal_user", "session", "verification_code", "live_code", "totp_pending"),
  ...place("everywhere", "recovery_code", "consent"),
  ...place("coordinator", "throttle", "work_done"),
});
