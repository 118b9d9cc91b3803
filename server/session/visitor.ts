import type { Schemas } from "@portolan/engine/folder";
import type { Database } from "../store/database.ts";
import { listGrants } from "./grants.ts";
import type { Session } from "./sessions.ts";
import { findUserByName, type UserReader } from "./users.ts";
import { insertTenant } from "../store/tenants.ts";

/** The user that public calls act for. */
export interface VisitorOptions {
  username: string;
  name: string;
}

/** Id of both the visitor and its tenant, the only ones in a product without sign-in. */
const ID = "1";

/**
 * Returns the session for a product whose calls need no sign-in: one user of one tenant with all grants, stored or
 * updated at each start. No password matches, so no user can sign in as this user.
 */
export async function openVisitor(
  db: Database,
  { schemas, vocabulary }: { schemas: Schemas } & Pick<UserReader, "vocabulary">,
  { username, name }: VisitorOptions,
): Promise<Session> {
  const now = new Date().toISOString();
  await db.tx(async (tx) => {
    await insertTenant(tx, vocabulary.accounts.tenants, { id: ID, name, status: 1, createdAt: now });
    await tx.query(
      `INSERT INTO portal_user (id, m, username, name, login_hash, grants, state, created_at) VALUES ($1, $1, $2, $3, '', $4, 'active', $5)
       ON CONFLICT (id) DO UPDATE SET username = excluded.username, name = excluded.name, grants = excluded.grants`,
      [ID, username, name, JSON.stringify(listGrants(schemas).all), now],
    );
  });
  const user = await findUserByName({ db, vocabulary }, username);
  if (!user) throw new Error(`the visitor ${username} was not stored`);
  const [createdAt, absoluteEnd] = [Date.now(), Number.POSITIVE_INFINITY];
  return { sidHash: "", tokenHash: "", user, createdAt, seenAt: createdAt, absoluteEnd, endReason: null };
}
