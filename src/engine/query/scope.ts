/** Scope of a statement, its parameters, and what it reads instead of a table. */
import type { ColumnType } from "../model/kind.ts";
import type { Position } from "./sort-order.ts";

/** SQL with its parameters, `$1` first. */
export interface Statement {
  sql: string;
  params: unknown[];
}

/** Scope of a statement in addition to the query. */
export interface SqlScope {
  /** Whose records are read, where the dialect has tenants. */
  tenant: string;
  /** Position after which to read; wins over `query.page`. From `openCursor`, or `readPosition` of a row. */
  after?: Position | undefined;
  /**
   * Maximum rows. Default: page size + 1, which tells whether a next page exists. `Infinity`: all rows, without the
   * columns that `readPosition` needs.
   */
  limit?: number;
  /** Rows to skip. Default: those of the pages before `query.page`. */
  offset?: number;
  /** Restricts the query to these records (a selection). */
  ids?: readonly string[] | undefined;
  /**
   * Restricts the query to records with (`filled`) or without (`empty`) a value in the first sort term; see
   * `isEmptyLast`.
   */
  part?: "filled" | "empty";
  /** What is read instead of the entity's table. */
  from?: RowSelect | undefined;
}

/**
 * Subselect used instead of an entity's table, `(SELECT ...)` with the same columns; trusted SQL, never user input. A list
 * of them is a union: each also has `own_id`, which orders its rows like `id` and is a column of the table below, so that
 * an index of each serves a page.
 */
export type RowSelect = string | readonly string[];

/**
 * Returns the subselect of all rows.
 * @example
 * joinSelects(["(SELECT 1)", "(SELECT 2)"]) // => "((SELECT 1) union all (SELECT 2))"
 */
export const joinSelects = (from: RowSelect): string =>
  typeof from === "string" ? from : `(${from.join(" union all ")})`;

/** Collects parameters while the SQL text is built. */
export class Binder {
  readonly params: unknown[] = [];
  add(value: unknown, type: ColumnType): string {
    this.params.push(type === "boolean" && typeof value === "string" ? value === "true" : value);
    return `$${this.params.length}::${type}`;
  }
}
