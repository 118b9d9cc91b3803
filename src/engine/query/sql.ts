/**
 * Compiles a query to PostgreSQL over the entity's table (`entity/columns.ts`). Every value is a parameter, and every
 * name comes from the entity. Text is compared by code point (`collate "C"`), independent of the database's locale.
 */
import type { Entity } from "../model/entity.ts";
import { getTableName } from "../entity/columns.ts";
import { type SortTerm, listSortTerms, type Position } from "./sort-order.ts";
import { buildConditions } from "./conditions.ts";
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

const collateTerm = (term: SortTerm, column = term.column) => (term.type === "text" ? `${column} collate "C"` : column);

/** Returns an ORDER BY term. `column` overrides the term's own column. */
function buildOrderTerm(term: SortTerm, column = term.column): string {
  return `${collateTerm(term, column)} ${term.desc ? "desc" : "asc"}${term.column === "id" ? "" : ` nulls ${(term.noneEmpty ? term.desc : term.emptyFirst) ? "first" : "last"}`}`;
}

/**
 * Returns the condition for records after a position: `(a, b) < (1, 2)` when all terms have the same direction and no
 * empty values follow, so that an index can be used. Otherwise `a > 1 or (a = 1 and (b > 2 or ...))`, preceded by a
 * bound on the first term where possible.
 */
function buildAfter(order: readonly SortTerm[], position: Position, bind: Binder): string {
  const [first] = order;
  if (!first) return "1 = 0";
  const isPlain = (term: SortTerm, index: number) =>
    term.desc === first.desc && isLast(term) && (position[index] ?? null) !== null;
  if (order.every(isPlain))
    return `(${order.map((term) => collateTerm(term)).join(", ")}) ${first.desc ? "<" : ">"} (${order.map((term, index) => bind.add(position[index], term.type)).join(", ")})`;
  const step = (index: number): string => {
    const term = order[index];
    const value = position[index] ?? null;
    if (!term) return "1 = 0";
    const further = buildBeyond(term, value, bind);
    if (index === order.length - 1) return further;
    const same = value === null ? `${term.column} is null` : `${collateTerm(term)} = ${bind.add(value, term.type)}`;
    return `(${further} or (${same} and ${step(index + 1)}))`;
  };
  const value = position[0] ?? null;
  const lead =
    first.column !== "id" && isLast(first) && value !== null && order.length > 1
      ? `${collateTerm(first)} ${first.desc ? "<=" : ">="} ${bind.add(value, first.type)} and `
      : "";
  return lead + step(0);
}

/**
 * Returns whether no record without a value follows those with one, because there is none or empty values come first.
 */
const isLast = (term: SortTerm): boolean => term.column === "id" || term.noneEmpty === true || term.emptyFirst;

function buildBeyond(term: SortTerm, value: string | null, bind: Binder): string {
  if (value === null) return term.emptyFirst ? `${term.column} is not null` : "1 = 0";
  const past = `${collateTerm(term)} ${term.desc ? "<" : ">"} ${bind.add(value, term.type)}`;
  return isLast(term) ? past : `(${past} or ${term.column} is null)`;
}
