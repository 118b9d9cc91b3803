/** Errors of node-postgres as the database's own. */
import { DatabaseError as PgError } from "pg";
import { DatabaseError } from "../database.ts";

/** Returns whether the connection is lost or closing: class 08, 57P and 25P03. */
export const isLost = (error: DatabaseError) => /^08|^57P|^25P03/.test(error.code);

/** Matches the columns in `Key (m, id)=(…) already exists.`, in any language; the values after them are not read. */
const KEY = /\(([^()]*)\)=\(/;

/** Returns the database's error for one of node-postgres; `08006` for errors of the network, which have no SQLSTATE. */
export function toDatabaseError(error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  if (!(error instanceof PgError) || !/^[0-9A-Z]{5}$/.test(error.code ?? ""))
    return new DatabaseError(error instanceof Error ? error.message : String(error), "08006", {}, { cause: error });
  const { message, code = "08006", constraint, table, column, detail = "" } = error;
  const [, key] = KEY.exec(detail) ?? [];
  return new DatabaseError(message, code, { constraint, table, column, key }, { cause: error });
}
