/**
 * Compiles a query to PostgreSQL over the entity's table (`entity/columns.ts`). Every value is a parameter, and every
 * name comes from the entity. Text is compared by code point (`collate "C"`), independent of the database's locale.
 */
import type { Entity } from "../model/entity.ts";
import { getTableName } from "../entity/columns.ts";
import { type SortTerm, listSortTerms, type Position } from "./sort-order.ts";
import { buildConditions } from "./conditions.ts";
import { buildAfter, buildOrderTerm } from "./order-sql.ts";
import { Binder, joinSelects, type SqlScope, type Statement } from "./scope.ts";
import type { Query } from "../model/query.ts";

/** Returns the source for FROM. */
export function buildSource(entity: Entity, scope: SqlScope): string {
  return scope.from ? `${joinSelects(scope.from)} as ${getTableName(entity)}` : getTableName(entity);
}

/**
 * Returns the statement for a page. Columns: `id`, `data` and, unless the limit is infinite, the sort values as text in
 * `k0`, `k1`, ... for `readPosition`.
 * @example
 * const { sql: text, params } = buildListSql(entity, query, sql);
 */
export function buildListSql(entity: Entity, query: Query, scope: SqlScope): Statement {
  const bind = new Binder();
  const { part } = scope;
  const [lead, ...rest] = listSortTerms(entity, query);
  const order = [part ? { ...lead, noneEmpty: true } : lead, ...rest];
  const where = buildConditions(entity, query, scope, bind);
  if (part) where.push(`${lead.column} is ${part === "filled" ? "not " : ""}null`);
  if (scope.after)
    where.push(part === "empty" ? buildAfter(rest, scope.after.slice(1), bind) : buildAfter(order, scope.after, bind));
  const all = scope.limit === Infinity;
  const columns = ["id", "data", ...(all ? [] : order.map((term, index) => `${term.column}::text as k${index}`))];
  const bounds = all ? undefined : bindBounds(query, scope, bind);
  const sql = [
    `select ${columns.join(", ")}`,
    bounds && Array.isArray(scope.from)
      ? `from ${buildHeads(entity, scope.from, { where, order, ...bounds })} as ${getTableName(entity)}`
      : `from ${buildSource(entity, scope)} where ${where.join(" and ")}`,
    `order by ${order.map((term) => buildOrderTerm(term)).join(", ")}`,
    ...(bounds ? [`limit ${bounds.limit}`] : []),
    ...(bounds?.offset ? [`offset ${bounds.offset}`] : []),
  ].join(" ");
  return { sql, params: bind.params };
}

/** Binds the parameters for limit and offset. Without an offset no rows are skipped. */
function bindBounds(query: Query, { limit, offset, after: position }: SqlScope, bind: Binder) {
  const skipped = offset ?? (position ? 0 : (query.page - 1) * query.size);
  return {
    limit: bind.add(limit ?? query.size + 1, "bigint"),
    offset: skipped > 0 ? bind.add(skipped, "bigint") : undefined,
  };
}

/** A page in SQL: its conditions, sort order, limit and offset. */
interface PageSql {
  where: readonly string[];
  order: readonly SortTerm[];
  limit: string;
  offset: string | undefined;
}

/**
 * Returns a subselect of the first rows of each member of a union, as many as a page may need, so that each member's
 * index can be used.
 */
function buildHeads(entity: Entity, from: readonly string[], { where, order, limit, offset }: PageSql): string {
  const columns = [...new Set(["id", "data", ...order.map(({ column }) => column)])].join(", ");
  const sorted = order
    .map((term) => (term.column === "id" ? buildOrderTerm(term, "own_id") : buildOrderTerm(term)))
    .join(", ");
  const bound = offset === undefined ? limit : `${limit} + ${offset}`;
  const parts = from.map(
    (select) =>
      `(select ${columns} from ${select} as ${getTableName(entity)} where ${where.join(" and ")} order by ${sorted} limit ${bound})`,
  );
  return `(${parts.join(" union all ")})`;
}

/**
 * Returns the statement for `total`: the exact number of matching records, restricted to `scope.part` if set.
 * @example
 * const { sql: text, params } = buildCountSql(entity, query, sql);
 */
export function buildCountSql(entity: Entity, query: Query, scope: SqlScope): Statement {
  const bind = new Binder();
  const where = buildConditions(entity, query, scope, bind);
  if (scope.part)
    where.push(`${listSortTerms(entity, query)[0].column} is ${scope.part === "filled" ? "not " : ""}null`);
  return {
    sql: `select count(*) as total from ${buildSource(entity, scope)} where ${where.join(" and ")}`,
    params: bind.params,
  };
}

/**
 * Returns the position of a row of `buildListSql`, for reading the next page.
 * @example
 * const position = readPosition(entity, query, row);
 */
export function readPosition(entity: Entity, query: Query, row: Record<string, unknown>): Position {
  return listSortTerms(entity, query).map((_, index) => {
    const value = row[`k${index}`];
    return typeof value === "string" ? value : null;
  });
}
