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

/** SQLSTATE `protocol_violation`, which PgBouncer sends for all of its own errors, such as a server that it lost. */
const PROTOCOL = "08P01";
/** SQLSTATE `too_many_connections`. */
const TOO_MANY = "53300";
/** Message of pg-pool when no connection of the pool became free in time. */
const POOL_TIMEOUT = "timeout exceeded when trying to connect";

/**
 * Converts an error of node-postgres. Errors of the network and of PgBouncer, which have no SQLSTATE of their own, become
 * `08006`, and the timeout of the pool becomes `53300`.
 */
export function toDatabaseError(error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  if (!(error instanceof PgError) || !/^[0-9A-Z]{5}$/.test(error.code ?? "")) {
    const message = readErrorMessage(error);
    return new DatabaseError(message, message === POOL_TIMEOUT ? TOO_MANY : "08006", {}, { cause: error });
  }
  const { message, code: sent = "08006", constraint, table, column, detail = "", routine } = error;
  // Only PostgreSQL names the routine that raised an error.
  const code = sent === PROTOCOL && routine === undefined ? "08006" : sent;
  const [, key] = KEY.exec(detail) ?? [];
  return new DatabaseError(message, code, { constraint, table, column, key }, { cause: error });
}
