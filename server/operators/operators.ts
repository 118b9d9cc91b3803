/**
 * Operators of an installation. They are not users of a tenant, and cannot sign in with the password or session of a
 * user.
 */
import type { Row } from "@portolan/engine";
import { audit } from "../audit/audit.ts";
import { sha256 } from "../core/canonical.ts";
import type { Seal } from "../core/seal.ts";
import { isCommon } from "../session/common-passwords.ts";
import { digestPassword, hashDigest } from "../session/password.ts";
import { createTotpSecret } from "../session/totp.ts";
import type { Queries, Tx } from "../store/database.ts";
import { OperatorRefused } from "./refusal.ts";

/** An operator without credentials. */
export interface Operator {
  name: string;
  state: "active" | "disabled";
  createdAt: string;
}

/** Result of an enrolment. `secret` is displayed once, `credentials` are stored. */
export interface Enrolment {
  secret: string;
  credentials: { name: string; passwordHash: string; totpSecret: string };
}

const NAME = /^[a-z][a-z0-9.-]{1,31}$/;
const MIN_PASSWORD = 12;
/** Tenant of the audit chain for operations that concern no tenant. */
export const INSTALLATION = "";

/** Returns the `about` string that an operator's authenticator secret is sealed with. */
export const describeOperatorContext = (name: string): string => `operator|totp|${name}`;

export async function listOperators(db: Queries): Promise<Operator[]> {
  const rows = await db.query("SELECT name, state, created_at FROM operator ORDER BY name");
  return rows.map(({ name, state, created_at: createdAt }) => ({ name, state, createdAt }));
}

/** Creates credentials from a name and a password. @throws OperatorRefused for an invalid name or password */
export async function enrol(seal: Seal, name: string, password: string): Promise<Enrolment> {
  if (!NAME.test(name)) throw new OperatorRefused("badName", name);
  const digest = digestPassword("login", password);
  if ([...password].length < MIN_PASSWORD || isCommon("login", digest, name)) throw new OperatorRefused("weakPassword");
  const secret = createTotpSecret();
  const totpSecret = seal.sealValue(INSTALLATION, describeOperatorContext(name), secret);
  return { secret, credentials: { name, passwordHash: await hashDigest(digest, "signedIn"), totpSecret } };
}

/** Inserts an active operator. @throws OperatorRefused when the name is taken */
export async function insertOperator(tx: Queries, credentials: Enrolment["credentials"]): Promise<void> {
  const { name, passwordHash, totpSecret } = credentials;
  const at = new Date().toISOString();
  const rows = await tx.query(
    `INSERT INTO operator (name, password_hash, totp_secret, state, created_at, changed_at) VALUES ($1, $2, $3, 'active', $4, $4)
     ON CONFLICT (name) DO NOTHING RETURNING name`,
    [name, passwordHash, totpSecret, at],
  );
  if (rows.length === 0) throw new OperatorRefused("taken", name);
}

/**
 * Replaces the credentials of an operator, activates the operator and ends all of its sessions.
 *
 * @throws OperatorRefused for an unknown name
 */
export async function replaceCredentials(tx: Queries, credentials: Enrolment["credentials"]): Promise<void> {
  const { name, passwordHash, totpSecret } = credentials;
  const rows = await tx.query(
    `UPDATE operator SET password_hash = $2, totp_secret = $3, totp_last_step = 0, state = 'active', changed_at = $4
     WHERE name = $1 RETURNING name`,
    [name, passwordHash, totpSecret, new Date().toISOString()],
  );
  if (rows.length === 0) throw new OperatorRefused("noOperator", name);
  await endSessions(tx, name);
}

/**
 * Disables an operator and ends all of its sessions.
 *
 * @throws OperatorRefused for the last active operator, and for one that is not active
 */
export async function disableOperator(tx: Queries, name: string): Promise<void> {
  const at = new Date().toISOString();
  // Lock all active rows first: when two operators disable each other concurrently, the second transaction waits and
  // then finds only one active operator.
  const active = await tx.query("UPDATE operator SET changed_at = changed_at WHERE state = 'active' RETURNING name");
  if (!active.some((row) => row["name"] === name)) throw new OperatorRefused("noOperator", name);
  if (active.length === 1) throw new OperatorRefused("lastOperator", name);
  await tx.query("UPDATE operator SET state = 'disabled', changed_at = $2 WHERE name = $1", [name, at]);
  await endSessions(tx, name);
}

/** Returns a version that changes with the operator's state and credentials. Empty for an unknown name. */
export async function readVersion(db: Queries, name: string): Promise<string> {
  const [row] = await db.query("SELECT state, password_hash FROM operator WHERE name = $1", [name]);
  return row ? sha256(`${row.state}|${row.password_hash}`) : "";
}

const endSessions = (tx: Queries, name: string) => tx.query("DELETE FROM operator_session WHERE name = $1", [name]);

export interface AuditedAction {
  operator: string;
  action: string;
  /** `entity/id`. */
  object: string;
  /** Tenant whose chain records the action. Default: the chain without a tenant. */
  tenant?: string | undefined;
  detail?: Row;
}

/**
 * Appends an operator's action to the audit chain. Call it late in a transaction, because the chain stays locked until
 * the commit.
 */
export function auditAction(
  tx: Pick<Tx, "query" | "send">,
  { operator, action, object, tenant = INSTALLATION, detail = {} }: AuditedAction,
): Promise<void> {
  return audit(tx, { tenant, at: Date.now(), actor: `operator:${operator}`, action, object, detail });
}
