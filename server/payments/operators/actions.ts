/**
 * Operations that need two operators: fees and limits, books, users, own accounts, bank statements, money in suspense,
 * altered orders, and market prices.
 */
import { randomBytes } from "node:crypto";
import { getTableName, type Row } from "@portolan/engine";
import type { LifecycleContext } from "../../lifecycle/context.ts";
import type { OperatorAction, OperatorActions } from "../../operators/proposals.ts";
import { digestPassword, hashDigest } from "../../session/password.ts";
import { queueMessage } from "../../session/mail.ts";
import { normalizeUsername } from "../../session/users.ts";
import type { Queries } from "../../store/database.ts";
import { openBooks } from "../ledger/book-state.ts";
import { BooksBroken } from "../monitor/ledger-monitor.ts";
import { verifyAll } from "../monitor/verify.ts";
import { setTerms } from "../onboarding/set-terms.ts";
import { ACCEPT_ACTION, acceptRates, SET_ACTION, setRates } from "../rates/set-rates.ts";
import { createRefuseAction, REFUSE_ACTION } from "../statements/altered-orders.ts";
import { ASSIGN_ACTION, createAssignAction } from "../statements/assign.ts";
import { createReleaseAction, RELEASE_ACTION } from "../statements/continuity.ts";
import { createImportAction, IMPORT_ACTION } from "../statements/import-action.ts";
import { createAccountActions } from "../statements/own-accounts.ts";

export const createActions = (context: LifecycleContext): OperatorActions => ({
  "channel.set": createChannelAction(context),
  "books.open": createBooksAction(context),
  "user.add": createAddAction(context),
  "user.suspend": createUserAction(context, "userSuspended"),
  "user.resume": createUserAction(context, "userResumed"),
  "user.grants": createUserAction(context, "userGrants"),
  ...createAccountActions(context),
  [IMPORT_ACTION]: createImportAction(context),
  [RELEASE_ACTION]: createReleaseAction(context),
  [ASSIGN_ACTION]: createAssignAction(context),
  [REFUSE_ACTION]: createRefuseAction(context),
  [SET_ACTION]: setRates,
  [ACCEPT_ACTION]: acceptRates,
});

const readTexts = (row: Row): Record<string, string> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)]));

/**
 * Returns the operation that inserts a row of fees and limits. A newer row of the merchant makes its proposal stale.
 */
function createChannelAction(context: LifecycleContext): OperatorAction {
  const table = getTableName(context.schemas.entity("channel"));
  return {
    async readVersion(db, tenant) {
      const [row] = await db.query(`SELECT count(*) AS n FROM ${table} WHERE m = $1`, [tenant]);
      return String(row?.n);
    },
    async run(tx, { tenant, body, confirmedBy }) {
      const { row, changed } = await setTerms(tx, { ...context, operator: confirmedBy }, tenant, readTexts(body));
      return `${String(row["id"])} ${changed.join(", ")} from ${String(row["effectiveFrom"])}`;
    },
  };
}

/** Returns the operation that opens the books of a merchant if they have no findings. */
function createBooksAction({ schemas }: LifecycleContext): OperatorAction {
  return {
    async readVersion(db, tenant) {
      const [row] = await db.query("SELECT state, since FROM book_state WHERE m = $1", [tenant]);
      return row ? `${row.state}#${row.since}` : "";
    },
    async run(tx, { tenant }) {
      const findings = await verifyAll(tx, schemas, tenant);
      if (findings.length > 0) throw new BooksBroken(tenant, findings);
      return (await openBooks(tx, tenant, Date.now())) ? `${tenant} open` : `${tenant} was open`;
    },
  };
}

/** Returns the operation that adds a user to a merchant. The user sets a password through "forgot password". */
const createAddAction = ({ clock }: LifecycleContext): OperatorAction => ({
  readVersion: async (db, _tenant, { email }) => ((await isTaken(db, String(email))) ? "taken" : "free"),
  async run(tx, { tenant, body: { email, name, grants } }) {
    const username = normalizeUsername(String(email));
    const taken = await tx.query("SELECT id FROM portal_user WHERE m = $1", [tenant]);
    const hash = await hashDigest(digestPassword("login", randomBytes(32).toString("base64url")), "signedIn");
    const [made] = await tx.query(
      `INSERT INTO portal_user (id, m, username, name, login_hash, grants, state, created_at) VALUES ($1, $2, $3, $4, $5, $6, 'active', $7)
       ON CONFLICT DO NOTHING RETURNING id, username, name`,
      [makeUserId(tenant, taken), tenant, username, name, hash, JSON.stringify(grants), new Date().toISOString()],
    );
    if (!made) throw new Error(`${username} is a user already`);
    await queueUserMails(tx, { tenant, user: made, name: "userAdded", at: clock.now() });
    return `${username} ${tenant}`;
  },
});

/** Returns an operation that suspends or restores a user of a merchant, or replaces its grants. */
const createUserAction = (
  { clock }: LifecycleContext,
  name: "userSuspended" | "userResumed" | "userGrants",
): OperatorAction => ({
  async readVersion(db, tenant, { email }) {
    const [user] = await db.query("SELECT state, grants FROM portal_user WHERE m = $1 AND username = $2", [
      tenant,
      email,
    ]);
    return user ? `${user.state}#${user.grants.join(",")}` : "";
  },
  async run(tx, { tenant, body: { email, grants } }) {
    const [column, value] =
      name === "userGrants"
        ? ["grants", JSON.stringify(grants)]
        : ["state", name === "userSuspended" ? "disabled" : "active"];
    const [user] = await tx.query(
      `UPDATE portal_user SET ${column} = $3 WHERE m = $1 AND username = $2 RETURNING id, username, name`,
      [tenant, email, value],
    );
    if (!user) throw new Error(`${String(email)} is no user of ${tenant}`);
    if (name === "userSuspended") await tx.query("DELETE FROM session WHERE user_id = $1", [user.id]);
    await queueUserMails(tx, { tenant, user, name, at: clock.now() });
    return `${user.username} ${tenant}`;
  },
});

interface ChangedUser {
  id: string;
  username: string;
  name: string;
}

/** Queues an email about a changed user to the user, who is welcomed when added, and to all active colleagues. */
async function queueUserMails(
  tx: Queries,
  { tenant, user, name, at }: { tenant: string; user: ChangedUser; name: string; at: number },
): Promise<void> {
  const [merchant] = await tx.query("SELECT name FROM merchant WHERE id = $1", [tenant]);
  const readers = await tx.query(
    "SELECT id, username FROM portal_user WHERE m = $1 AND (state = 'active' OR id = $2) ORDER BY id",
    [tenant, user.id],
  );
  const params = { merchant: merchant?.name ?? tenant, name: user.name, email: user.username };
  for (const { id, username } of readers)
    await queueMessage(
      tx,
      at,
      { channel: "mail", address: username, tenant },
      { name: id === user.id && name === "userAdded" ? "userWelcome" : name, params },
    );
}

const isTaken = async (db: Queries, email: string): Promise<boolean> =>
  (await db.query("SELECT id FROM portal_user WHERE username = $1", [normalizeUsername(email)])).length > 0;

/** Returns an unused user id: the merchant's number followed by a counter. */
function makeUserId(tenant: string, users: readonly { id: string }[]): string {
  const last = Math.max(0, ...users.map(({ id }) => Number(id.slice(tenant.length)) || 0));
  return `${tenant}${last + 1}`;
}
