/** Privileges of the server's role, which reads and writes rows, but does not change tables. */
import { DatabaseError, type Database } from "../database.ts";
import { TIME_LIMITS } from "./time-limits.ts";

/** Tables whose rows are never changed or deleted: the ledger and the history of orders. */
const APPEND_ONLY: readonly string[] = ["ledger_txn", "ledger_posting", "order_event", "order_frozen"];

/** SQLSTATE `insufficient_privilege`. */
const NOT_ALLOWED = "42501";

const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Returns the role in a connection URL, or undefined if it has none. */
export const readRole = (databaseUrl: string): string | undefined =>
  (URL.canParse(databaseUrl) ? decodeURIComponent(new URL(databaseUrl).username) : "") || undefined;

/**
 * Grants a role only the privileges that the server needs on every table, and sets its timeouts. Run by the owner of the
 * tables after each migration. Does nothing when the role is the owner itself. Returns the statements that an
 * administrator has to run, because the owner may not alter the role; empty if it may, or they were run before.
 */
export async function grantServerRole(db: Database, role: string): Promise<string[]> {
  const name = quoteIdentifier(role);
  const [row] = await db.query<{ base: string; own: string }>(
    "SELECT quote_ident(current_database()) AS base, current_user AS own",
  );
  if (!row || row.own === role) return [];
  const tables = await db.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1",
  );
  await db.query(`GRANT USAGE ON SCHEMA public TO ${name}`);
  await db.query(`REVOKE CREATE ON SCHEMA public FROM ${name}`);
  await db.query("REVOKE CREATE ON SCHEMA public FROM PUBLIC");
  for (const { name: table } of tables) {
    const isAppendOnly = APPEND_ONLY.includes(table);
    await db.query(`REVOKE ALL ON ${quoteIdentifier(table)} FROM ${name}`);
    await db.query(
      `GRANT SELECT, INSERT${isAppendOnly ? "" : ", UPDATE, DELETE"} ON ${quoteIdentifier(table)} TO ${name}`,
    );
  }
  const limits = await readRoleLimits(db, role);
  const left: string[] = [];
  for (const [limit, value] of Object.entries(TIME_LIMITS).filter(([limit]) => !limits.has(limit))) {
    const statement = `ALTER ROLE ${name} IN DATABASE ${row.base} SET ${limit} = '${value}'`;
    await db.query(statement).catch((error: unknown) => {
      // Without the privilege to alter roles, the server sets its own timeouts, at startup or in each transaction.
      if (!(error instanceof DatabaseError && error.code === NOT_ALLOWED)) throw error;
      left.push(statement);
    });
  }
  return left;
}

/** Returns the names of a role's settings in this database and in all. Existing ones are the operator's choice. */
async function readRoleLimits(db: Database, role: string): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ name: string }>(
    `SELECT split_part(unnest(s.setconfig), '=', 1) AS name FROM pg_db_role_setting s JOIN pg_roles r ON r.oid = s.setrole
      WHERE r.rolname = $1 AND s.setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))`,
    [role],
  );
  return new Set(rows.map(({ name }) => name));
}
