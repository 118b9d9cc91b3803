/** Converts errors of node-postgres to `DatabaseError`. */
import { DatabaseError as PgError } from "pg";
import { DatabaseError } from "../database.ts";
import { readErrorMessage } from "../../core/error-message.ts";

/** Returns whether an error means that the connection is lost or closing: SQLSTATE class 08, 57P… or 25P03. */
export const isLost = (error: DatabaseError) => /^08|^57P|^25P03/.test(error.code);

/**
 * Matches the columns in `Key (m, id)=(…) already exists.`, in any language. The values after them are not captured.
 */
const KEY = /\(([^()]*)\)=\(/;

/** Converts an error of node-postgres. Network errors, which have no SQLSTATE, become `08006`. */
export function toDatabaseError(error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  if (!(error instanceof PgError) || !/^[0-9A-Z]{5}$/.test(error.code ?? ""))
    return new DatabaseError(readErrorMessage(error), "08006", {}, { cause: error });
  const { message, code = "08006", constraint, table, column, detail = "" } = error;
  const [, key] = KEY.exec(detail) ?? [];
  return new DatabaseError(message, code, { constraint, table, column, key }, { cause: error });
}
