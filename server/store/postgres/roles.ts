/** Privileges of the server's role, which reads and writes rows, but does not change tables. */
import { DatabaseError, type Database } from "../database.ts";
import { TIME_LIMITS } from "./time-limits.ts";

/** Tables whose rows are never changed or deleted: the ledger and the history of orders. */
const APPEND_ONLY: readonly string[] = ["ledger_txn", "ledger_posting", "order_event"];

/** SQLSTATE `insufficient_privilege`. */
const NOT_ALLOWED = "42501";

const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Returns the role in a connection URL, or undefined if it has none. */
export const readRole = (databaseUrl: string): string | undefined =>
  (URL.canParse(databaseUrl) ? decodeURIComponent(new URL(databaseUrl).username) : "") || undefined;

/**
 * Grants a role only the privileges that the server needs on every table, and sets its timeouts if the owner may alter
 * the role. Run by the owner of the tables after each migration. Does nothing when the role is the owner itself.
 */
export async function grantServerRole(db: Database, role: string): Promise<void> {
  const name = quoteIdentifier(role);
  const [row] = await db.query<{ base: string; own: string }>(
    "SELECT quote_ident(current_database()) AS base, current_user AS own",
  );
  if (!row || row.own === role) return;
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
  for (const [limit, value] of Object.entries(TIME_LIMITS))
    await db.query(`ALTER ROLE ${name} IN DATABASE ${row.base} SET ${limit} = '${value}'`).catch((error: unknown) => {
      // The owner may lack the privilege to alter roles. In that case, the server sets its own timeouts, at startup or
      // in each transaction.
      if (!(error instanceof DatabaseError && error.code === NOT_ALLOWED)) throw error;
    });
}
