/** Who signs in: a user of a merchant, with what the server grants. */
import { readUserStatus, type UserStatus } from "../core/user-status.ts";
import type { Queries } from "../store/database.ts";

export interface PortalUser {
  id: string;
  merId: string;
  merchantName: string;
  /** As certified; null without one. */
  merchantNameEn: string | null;
  /** The merchant's, true for all its users. */
  userStatus: UserStatus;
  /** E-mail address in lower case. */
  username: string;
  phone: string | null;
  name: string;
  avatar: string | null;
  loginHash: string;
  payHash: string | null;
  totpSecret: string | null;
  grants: ReadonlySet<string>;
  state: "active" | "disabled";
}

const COLUMNS = `u.id, u.m, m.name AS merchant_name, m.name_en AS merchant_name_en, m.user_status, u.username, u.phone, u.name, u.avatar, u.login_hash, u.pay_hash,
  u.totp_secret, u.grants, u.state`;

/** SQL of a row of portal_user: nobody said yet what the person is called, so it is known by the name in its address. */
export const unnamed = (user: string): string => `${user}.name = split_part(${user}.username, '@', 1)`;

/** How a username is stored and compared. */
export const normalUsername = (username: string): string => username.trim().normalize("NFC").toLowerCase();

export async function userByName(db: Queries, username: string): Promise<PortalUser | undefined> {
  const rows = await db.query(
    `SELECT ${COLUMNS} FROM portal_user u JOIN merchant m ON m.id = u.m WHERE u.username = $1`,
    [normalUsername(username)],
  );
  return rows[0] && toUser(rows[0]);
}

export async function userById(db: Queries, id: string): Promise<PortalUser | undefined> {
  const rows = await db.query(`SELECT ${COLUMNS} FROM portal_user u JOIN merchant m ON m.id = u.m WHERE u.id = $1`, [
    id,
  ]);
  return rows[0] && toUser(rows[0]);
}

function toUser(row: Record<string, any>): PortalUser {
  return {
    id: row.id,
    merId: row.m,
    merchantName: row.merchant_name,
    merchantNameEn: row.merchant_name_en,
    userStatus: readUserStatus(row.user_status),
    username: row.username,
    phone: row.phone,
    name: row.name,
    avatar: row.avatar,
    loginHash: row.login_hash,
    payHash: row.pay_hash,
    totpSecret: row.totp_secret,
    grants: new Set(row.grants as string[]),
    state: row.state,
  };
}
