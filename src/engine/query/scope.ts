/** Scope and parameters of a statement, and the row sources that replace a table. */
import type { ColumnType } from "../model/kind.ts";
import type { Position } from "./sort-order.ts";

/** SQL with its parameters, starting with `$1`. */
export interface Statement {
  sql: string;
  params: unknown[];
}

/** Restrictions that apply to a statement in addition to the query. */
export interface SqlScope {
  /** The tenant whose records are read, in dialects with tenants. */
  tenant: string;
  /** Position after which to read, from `openCursor` or `readPosition`. Takes precedence over `query.page`. */
  after?: Position | undefined;
  /**
   * Maximum number of rows. Default: page size + 1, which reveals whether there is a next page. `Infinity` returns all
   * rows without the columns that `readPosition` needs.
   */
  limit?: number;
  /** Number of rows to skip. Default: those of the pages before `query.page`. */
  offset?: number;
  /** Restricts the query to these records, such as a selection. */
  ids?: readonly string[] | undefined;
  /**
   * Restricts the query to records with (`filled`) or without (`empty`) a value for the first sort term; see
   * `isEmptyLast`.
   */
  part?: "filled" | "empty";
  /** Row source to read instead of the entity's table. */
  from?: RowSelect | undefined;
}

/**
 * Subselect that replaces an entity's table, `(SELECT ...)` with the same columns. Trusted SQL, never user input. A
 * list of subselects is a union. Each then also has `own_id`, an indexed column of the underlying table that sorts its
 * rows like `id`, so that each member's index can serve a page.
 */
export type RowSelect = string | readonly string[];

/**
 * Returns a subselect of all rows.
 * @example
 * joinSelects(["(SELECT 1)", "(SELECT 2)"]) // => "((SELECT 1) union all (SELECT 2))"
 */
export const joinSelects = (from: RowSelect): string =>
  typeof from === "string" ? from : `(${from.join(" union all ")})`;

/** Collects parameters while SQL text is built. `add` returns the placeholder of a value. */
export class Binder {
  readonly params: unknown[] = [];
  add(value: unknown, type: ColumnType): string {
    this.params.push(type === "boolean" && typeof value === "string" ? value === "true" : value);
    return `$${this.params.length}::${type}`;
  }
}
