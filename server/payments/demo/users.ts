import type { Schemas } from "@portolan/engine/folder";
import { listGrants } from "../../session/grants.ts";
import { digestPassword, hashDigest } from "../../session/password.ts";
import { insertRows } from "../../store/insert-rows.ts";
import type { Queries } from "../../store/database.ts";
import { DEMO_DOMAIN, DEMO_MERCHANTS } from "./merchants.ts";

/** Returns a demo user's sign-in name. */
export const formatUsername = (name: string): string => `${name}@${DEMO_DOMAIN}`;

/** Returns the demo users and their merchants' certification, for the sign-in page and for printing at startup. */
export const listDemoAccounts = (): { username: string; role: string; userStatus: number }[] =>
  DEMO_MERCHANTS.flatMap(({ userStatus, users }) =>
    users.map(({ username }) => ({ username: formatUsername(username), role: username, userStatus })),
  );

/** Inserts the demo merchants and their users, who share one password. */
export async function seedDemoUsers(tx: Queries, schemas: Schemas, password: string, at: number): Promise<void> {
  const { login, pay } = await hashPassword(password);
  const when = new Date(at).toISOString();
  await insertRows(tx, {
    table: "merchant",
    columns: ["id", "name", "name_en", "user_status", "created_at"],
    rows: DEMO_MERCHANTS.map(({ id, name, englishName, userStatus }) => [
      id,
      name,
      englishName ?? null,
      userStatus,
      when,
    ]),
  });
  await insertRows(tx, {
    table: "portal_user",
    columns: ["id", "m", "username", "phone", "name", "login_hash", "pay_hash", "grants", "state", "created_at"],
    rows: DEMO_MERCHANTS.flatMap((merchant) =>
      merchant.users.map((user, index) => [
        `${merchant.id}${index + 1}`,
        merchant.id,
        formatUsername(user.username),
        user.phone ?? null,
        user.name,
        login,
        user.pays ? pay : null,
        JSON.stringify(listDemoGrants(schemas, user)),
        "active",
        when,
      ]),
    ),
  });
}

const listDemoGrants = (schemas: Schemas, { reviews }: { reviews: boolean }): string[] => {
  const { all, review } = listGrants(schemas);
  return reviews ? all : all.filter((grant) => !review.has(grant));
};

/** Grants the demo users the pages and actions that were added to the schemas after the users were created. */
export async function grantNewPages(tx: Queries, schemas: Schemas): Promise<void> {
  const stored = await tx.query("SELECT username, grants FROM portal_user");
  const byName = new Map(stored.map(({ username, grants }) => [username, grants]));
  for (const user of DEMO_MERCHANTS.flatMap(({ users }) => users)) {
    const has = byName.get(formatUsername(user.username));
    const added = listDemoGrants(schemas, user).filter((grant) => !has?.includes(grant));
    if (has && added.length > 0)
      await tx.query("UPDATE portal_user SET grants = $2 WHERE username = $1", [
        formatUsername(user.username),
        JSON.stringify([...has, ...added].sort()),
      ]);
  }
}

/** Changes the login and payment passwords of the demo users. */
export async function changePassword(tx: Queries, password: string): Promise<void> {
  const { login, pay } = await hashPassword(password);
  for (const { username } of listDemoAccounts()) {
    await tx.query(
      "UPDATE portal_user SET login_hash = $2, pay_hash = CASE WHEN pay_hash IS NULL THEN NULL ELSE $3 END WHERE username = $1",
      [username, login, pay],
    );
  }
}

async function hashPassword(password: string): Promise<{ login: string; pay: string }> {
  const [login, pay] = await Promise.all([
    hashDigest(digestPassword("login", password), "signedIn"),
    hashDigest(digestPassword("pay", password), "signedIn"),
  ]);
  return { login, pay };
}
