import type { Schemas } from "../schemas/read.ts";
import { clientDigest, hashDigest } from "../session/password.ts";
import { insertRows } from "../ledger/rows.ts";
import type { Queries } from "../store/database.ts";
import { DEMO_DOMAIN, DEMO_MERCHANTS } from "./demo.ts";

/** Everything that a user can be granted: menu ids of the pages, and action grants; `review` are those that a maker lacks. */
function grantsOf(schemas: Schemas): { all: string[]; review: Set<string> } {
  const all = new Set<string>();
  const review = new Set<string>();
  const note = (grant: string | undefined) => grant && all.add(grant);
  for (const page of schemas.pages) {
    note(page.menu);
    for (const tab of page.tabs ?? []) note(tab.grant);
  }
  for (const entity of schemas.entities.values()) {
    note(entity.menu);
    for (const view of entity.list.views) note(view.grant);
    for (const call of Object.values(entity.calls)) note(call.grant);
    for (const { grant, not } of entity.lifecycle?.transitions ?? []) {
      note(grant);
      if (grant && not === "maker") review.add(grant);
    }
  }
  return { all: [...all].sort(), review };
}

/** A demo user's sign-in name. */
export const usernameOf = (name: string): string => `${name}@${DEMO_DOMAIN}`;

/** The demo accounts with the state of their merchant, for the sign-in page and the start's printout. */
export const demoAccounts = (): { username: string; role: string; userStatus: number }[] =>
  DEMO_MERCHANTS.flatMap(({ userStatus, users }) => users.map(({ username }) => ({ username: usernameOf(username), role: username, userStatus })));

/** Stores the demo merchants and their users. The two digests of the one password are hashed once. */
export async function seedPeople(tx: Queries, schemas: Schemas, password: string, at: number): Promise<void> {
  const { all, review } = grantsOf(schemas);
  const { login, pay } = await hashes(password);
  const when = new Date(at).toISOString();
  await insertRows(tx, "merchant", ["id", "name", "user_status", "created_at"], DEMO_MERCHANTS.map(({ id, name, userStatus }) => [id, name, userStatus, when]));
  await insertRows(tx, "portal_user", ["id", "m", "username", "name", "login_hash", "pay_hash", "grants", "state", "created_at"],
    DEMO_MERCHANTS.flatMap((merchant) => merchant.users.map((user, index) => [
      `${merchant.id}${index + 1}`, merchant.id, usernameOf(user.username), user.name, login, user.pays ? pay : null,
      JSON.stringify(user.reviews ? all : all.filter((grant) => !review.has(grant))), "active", when])));
}

/** Gives the demo accounts another password. */
export async function changePassword(tx: Queries, password: string): Promise<void> {
  const { login, pay } = await hashes(password);
  for (const { username } of demoAccounts()) {
    await tx.query("UPDATE portal_user SET login_hash = $2, pay_hash = CASE WHEN pay_hash IS NULL THEN NULL ELSE $3 END WHERE username = $1", [username, login, pay]);
  }
}

async function hashes(password: string): Promise<{ login: string; pay: string }> {
  const [login, pay] = await Promise.all([hashDigest(clientDigest("login", password)), hashDigest(clientDigest("pay", password))]);
  return { login, pay };
}
