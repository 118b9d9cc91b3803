/** Users of roles: a role of the product decides what its users may do. */
import type { Schemas } from "@portolan/engine/folder";
import type { Database } from "../store/database.ts";
import { insertTenant } from "../store/tenants.ts";
import { listGrants } from "./grants.ts";
import { digestPassword, hashDigest } from "./password.ts";
import { normalizeUsername } from "./users.ts";
import { uuidv7 } from "../core/uuid.ts";

/** Grants of users by role: menu ids of pages, and grants of actions. */
export type Roles = Readonly<Record<string, readonly string[]>>;

/** A user to add. */
export interface NewUser {
  /** Email address with which the user signs in. */
  username: string;
  name: string;
  role: string;
  password: string;
  /** Tenant of the user, added if it is new. Default: the only one of a product without tenants. */
  tenant?: { id: string; name: string };
}

/** What is needed to add users. */
interface UserServices {
  db: Database;
  product: { title: string; roles?: Roles | undefined };
  vocabulary: { accounts: { tenants: string } };
}

/** Id of the tenant of all users in a product without tenants. */
const SOLE = "1";
/** Status of tenants, in a product that does not distinguish any. */
const STATUS = 1;

/**
 * Adds an active user with the grants of a role. Returns false and changes nothing if there is a user of that name.
 *
 * @throws Error for an unknown role
 * @example
 * const { services } = await startServer(clinic, options);
 * await addUser(services, { username: "ann@clinic.example", name: "Ann", role: "doctor", password });
 */
export async function addUser({ db, product, vocabulary }: UserServices, user: NewUser): Promise<boolean> {
  const { name, role, tenant = { id: SOLE, name: product.title } } = user;
  const { roles = {} } = product;
  const grants = roles[role];
  if (!grants) throw new Error(`there is no role "${role}"; there are ${Object.keys(roles).join(", ")}`);
  const now = Date.now();
  const createdAt = new Date(now).toISOString();
  const hash = await hashDigest(digestPassword("login", user.password), "signedIn");
  return db.tx(async (tx) => {
    await insertTenant(tx, vocabulary.accounts.tenants, { ...tenant, status: STATUS, createdAt });
    const rows = await tx.query(
      `INSERT INTO portal_user (id, m, username, name, login_hash, role, grants, state, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, 'active', $8)
       ON CONFLICT (username) DO NOTHING RETURNING id`,
      [uuidv7(now), tenant.id, normalizeUsername(user.username), name, hash, role, JSON.stringify(grants), createdAt],
    );
    return rows.length > 0;
  });
}

/**
 * Gives the users of each role the grants that the product assigns to it.
 *
 * @throws Error for a grant that the schemas do not have
 */
export async function grantRoles(db: Database, schemas: Schemas, roles: Roles): Promise<void> {
  const { all } = listGrants(schemas);
  for (const [role, grants] of Object.entries(roles)) {
    const unknown = grants.filter((grant) => !all.includes(grant));
    if (unknown.length > 0)
      throw new Error(`role "${role}": the schemas have no ${unknown.join(", ")}; they have ${all.join(", ")}`);
    await db.query("UPDATE portal_user SET grants = $2 WHERE role = $1", [role, JSON.stringify(grants)]);
  }
}
