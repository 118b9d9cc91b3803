/** Reads users of tenants with their grants. */
import type { Queries } from "../store/database.ts";
import type { RowOf } from "../store/sql-types.ts";

/** Values of the columns that a product adds to users (`Accounts.userColumns`). It declares them by merging. */
// oxlint-disable-next-line typescript/no-empty-interface -- products declare its members
export interface ProductUser {}

export interface PortalUser extends ProductUser {
  id: string;
  tenant: string;
  tenantName: string;
  /** English name; null without one. */
  tenantNameEn: string | null;
  /** Status of the tenant, the same for all of its users. The product defines its values. */
  userStatus: number;
  /** Email address in lower case. */
  username: string;
  phone: string | null;
  name: string;
  avatar: string | null;
  loginHash: string;
  totpSecret: string | null;
  grants: ReadonlySet<string>;
  state: "active" | "disabled";
  /** Interval of summary emails. Null for a separate email about each order to approve. */
  digest: "daily" | "weekly" | null;
}

const SELECT = `SELECT u.id, u.m, tenant.name AS tenant_name, tenant.name_en AS tenant_name_en, tenant.user_status, u.username, u.phone, u.name, u.avatar, u.login_hash,
  u.totp_secret, u.grants, u.state, u.digest FROM portal_user u JOIN tenant ON tenant.id = u.m`;
type UserRow = RowOf<typeof SELECT>;

/**
 * Returns the SQL condition that a user still has the initial name, the local part of the email address. `user`: table
 * or alias.
 */
export const createInitialName = (user: string): string => `${user}.name = split_part(${user}.username, '@', 1)`;

/** Normalises a user name for storage and comparison. */
export const normalizeUsername = (username: string): string => username.trim().normalize("NFC").toLowerCase();

/** The database and the accounts of the product. */
export interface UserReader {
  db: Queries;
  vocabulary: { accounts: { tenants: string; userColumns: Readonly<Record<string, string>> } };
}

/** Finds a user by name, or returns undefined if there is none. The name is normalised first. */
export const findUserByName = (reader: UserReader, username: string): Promise<PortalUser | undefined> =>
  findUser(reader, "username", normalizeUsername(username));

/** Finds a user by id; undefined when there is none. */
export const findUserById = (reader: UserReader, id: string): Promise<PortalUser | undefined> =>
  findUser(reader, "id", id);

async function findUser(
  { db, vocabulary: { accounts } }: UserReader,
  column: "id" | "username",
  value: string,
): Promise<PortalUser | undefined> {
  const own = Object.keys(accounts.userColumns);
  const select = SELECT.replace("u.digest", ["u.digest", ...own.map((name) => `u.${name}`)].join(", ")).replace(
    "JOIN tenant ON",
    `JOIN ${accounts.tenants} tenant ON`,
  );
  const [row] = await db.query<UserRow & Record<string, unknown>>(`${select} WHERE u.${column} = $1`, [value]);
  return row && { ...toUser(row), ...readOwn(row, own) };
}

/** Returns the values of the product's columns, whose types it declares. */
const readOwn = (row: Readonly<Record<string, unknown>>, columns: readonly string[]): ProductUser =>
  Object.fromEntries(columns.map((name) => [toCamelCase(name), row[name]])) as unknown as ProductUser;

const toCamelCase = (column: string): string =>
  column.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());

function toUser(row: UserRow): Omit<PortalUser, keyof ProductUser> {
  return {
    id: row.id,
    tenant: row.m,
    tenantName: row.tenant_name,
    tenantNameEn: row.tenant_name_en,
    userStatus: Number(row.user_status),
    username: row.username,
    phone: row.phone,
    name: row.name,
    avatar: row.avatar,
    loginHash: row.login_hash,
    totpSecret: row.totp_secret,
    grants: new Set(row.grants),
    state: row.state,
    digest: row.digest,
  };
}
