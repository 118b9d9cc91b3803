/** Reads users of tenants with their grants. */
import { readUserStatus, type UserStatus } from "../core/user-status.ts";
import type { Queries } from "../store/database.ts";
import type { RowOf } from "../store/sql-types.ts";

export interface PortalUser {
  id: string;
  tenant: string;
  tenantName: string;
  /** Certified English name; null without one. */
  tenantNameEn: string | null;
  /** Certification status of the tenant, the same for all of its users. */
  userStatus: UserStatus;
  /** Email address in lower case. */
  username: string;
  phone: string | null;
  name: string;
  avatar: string | null;
  loginHash: string;
  payHash: string | null;
  totpSecret: string | null;
  grants: ReadonlySet<string>;
  state: "active" | "disabled";
  /** Interval of summary emails. Null for a separate email about each order to approve. */
  digest: "daily" | "weekly" | null;
}

const SELECT = `SELECT u.id, u.m, m.name AS tenant_name, m.name_en AS tenant_name_en, m.user_status, u.username, u.phone, u.name, u.avatar, u.login_hash, u.pay_hash,
  u.totp_secret, u.grants, u.state, u.digest FROM portal_user u JOIN merchant m ON m.id = u.m`;

/**
 * Returns the SQL condition that a user still has the initial name, the local part of the email address. `user`: table
 * or alias.
 */
export const createInitialName = (user: string): string => `${user}.name = split_part(${user}.username, '@', 1)`;

/** Normalises a user name for storage and comparison. */
export const normalizeUsername = (username: string): string => username.trim().normalize("NFC").toLowerCase();

/** Finds a user by name, or returns undefined if there is none. The name is normalised first. */
export async function findUserByName(db: Queries, username: string): Promise<PortalUser | undefined> {
  const rows = await db.query(`${SELECT} WHERE u.username = $1`, [normalizeUsername(username)]);
  return rows[0] && toUser(rows[0]);
}

/** Finds a user by id; undefined when there is none. */
export async function findUserById(db: Queries, id: string): Promise<PortalUser | undefined> {
  const rows = await db.query(`${SELECT} WHERE u.id = $1`, [id]);
  return rows[0] && toUser(rows[0]);
}

function toUser(row: RowOf<typeof SELECT>): PortalUser {
  return {
    id: row.id,
    tenant: row.m,
    tenantName: row.tenant_name,
    tenantNameEn: row.tenant_name_en,
    userStatus: readUserStatus(row.user_status),
    username: row.username,
    phone: row.phone,
    name: row.name,
    avatar: row.avatar,
    loginHash: row.login_hash,
    payHash: row.pay_hash,
    totpSecret: row.totp_secret,
    grants: new Set(row.grants),
    state: row.state,
    digest: row.digest,
  };
}
