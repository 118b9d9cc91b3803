/**
 * Compiles a query to SQL over the entity's table (`columns.ts`). Every value is a parameter, every name comes from the
 * entity. Portable dialect: plain SELECT, no functions except `count` and `sum`, text compared by code point (`collate
 * "C"`).
 */
import type { Entity, Field } from "../model/entity.ts";
import { kindContext } from "../entity/values.ts";
import type { ColumnType } from "../model/kind.ts";
import { type ColumnRef, columnOf, projected, type ProjectedField, tableOf } from "../entity/columns.ts";
import { type SortTerm, listSortTerms, type Position } from "./sort-order.ts";
import { isDay } from "./context.ts";
import { searchText } from "./read-filter.ts";
import type { Filter, Query } from "../model/query.ts";

/** SQL with its parameters, `$1` first. */
export interface Statement {
  sql: string;
  params: unknown[];
}

/** Scope of a statement in addition to the query. */
export interface SqlScope {
  /** Whose records are read, where the dialect has tenants. */
  tenant: string;
  /** Position after which to read; wins over `query.page`. From `openCursor`, or `positionOf` of a row. */
  after?: Position | undefined;
  /**
   * Maximum rows. Default: page size + 1, which tells whether a next page exists. `Infinity`: all rows, without the
   * columns that `positionOf` needs.
   */
  limit?: number;
  /** Rows to skip. Default: those of the pages before `query.page`. */
  offset?: number;
  /** Restricts the query to these records (a selection). */
  ids?: readonly string[] | undefined;
  /**
   * Restricts the query to records with (`filled`) or without (`empty`) a value in the first sort term; see
   * `endsEmpty`.
   */
  part?: "filled" | "empty";
  /**
   * Subselect used instead of the entity's table, `(SELECT ...)` with the same columns. Trusted SQL, never user input.
   */
  from?: string | undefined;
}

/** Returns the FROM source. */
function source(entity: Entity, scope: SqlScope): string {
  return scope.from ? `${scope.from} as ${tableOf(entity)}` : tableOf(entity);
}

/** Collects parameters while the SQL text is built. */
class Binder {
  readonly params: unknown[] = [];
  add(value: unknown, type: ColumnType): string {
    this.params.push(type === "boolean" && typeof value === "string" ? value === "true" : value);
    return `$${this.params.length}::${type}`;
  }
}

/**
 * Returns the statement of one page. Columns: `id`, `data`, and the sort values as text in `k0`, `k1`, ... for
 * `positionOf`.
 * @example
 * const { sql: text, params } = listSql(entity, query, sql);
 */
export function listSql(entity: Entity, query: Query, scope: SqlScope): Statement {
  const bind = new Binder();
  const { part } = scope;
  const [lead, ...rest] = listSortTerms(entity, query);
  const order = [part ? { ...lead, noneEmpty: true } : lead, ...rest];
  const where = conditions(entity, query, scope, bind);
  if (part) where.push(`${lead.column} is ${part === "filled" ? "not " : ""}null`);
  if (scope.after)
    where.push(part === "empty" ? after(rest, scope.after.slice(1), bind) : after(order, scope.after, bind));
  const all = scope.limit === Infinity;
  const columns = ["id", "data", ...(all ? [] : order.map((term, index) => `${term.column}::text as k${index}`))];
  const offset = scope.offset ?? (scope.after ? 0 : (query.page - 1) * query.size);
  const sql = [
    `select ${columns.join(", ")}`,
    `from ${source(entity, scope)}`,
    `where ${where.join(" and ")}`,
    `order by ${order.map(orderTerm).join(", ")}`,
    ...(all ? [] : [`limit ${bind.add(scope.limit ?? query.size + 1, "bigint")}`]),
    ...(offset > 0 ? [`offset ${bind.add(offset, "bigint")}`] : []),
  ].join(" ");
  return { sql, params: bind.params };
}

/**
 * Returns the statement of `total`: the exact count of matching records, within `scope.part` when set.
 * @example
 * const { sql: text, params } = countSql(entity, query, sql);
 */
export function countSql(entity: Entity, query: Query, scope: SqlScope): Statement {
  const bind = new Binder();
  const where = conditions(entity, query, scope, bind);
  if (scope.part)
    where.push(`${listSortTerms(entity, query)[0].column} is ${scope.part === "filled" ? "not " : ""}null`);
  return {
    sql: `select count(*) as total from ${source(entity, scope)} where ${where.join(" and ")}`,
    params: bind.params,
  };
}

/** A statement of sums. Its columns `s0`, `s1`, ... are the sums of `fields`, grouped by `currency`. */
export interface SumStatement extends Statement {
  fields: string[];
}

/**
 * Returns the statements of `x-list.sums` over all matching records: one for fixed currencies, one per field that holds
 * a currency.
 * @example
 * const statements = sumsSql(entity, query, sql);
 */
export function sumsSql(entity: Entity, query: Query, scope: SqlScope): SumStatement[] {
  const groups = new Map<string, ProjectedField[]>();
  for (const name of entity.list.sums) {
    const found = projected(entity).get(name);
    if (!found || (found.type !== "numeric" && found.type !== "bigint")) continue;
    const { currency } = found.field;
    const codes = currency && "field" in currency ? (columnOf(entity, currency.field)?.column ?? "") : "";
    groups.set(codes, [...(groups.get(codes) ?? []), found]);
  }
  return [...groups].map(([codes, fields]) => {
    const bind = new Binder();
    const sums = fields.map(({ column }, index) => `sum(${column})::text as s${index}`);
    const where = conditions(entity, query, scope, bind).join(" and ");
    const select = codes ? `${codes} as currency, ` : "";
    const sql = `select ${select}${sums.join(", ")} from ${source(entity, scope)} where ${where}${codes ? ` group by ${codes}` : ""}`;
    return { sql, params: bind.params, fields: fields.map(({ field }) => field.name) };
  });
}

/**
 * Combines the results of `sumsSql`: decimal strings per field and ISO code (`""` without a currency).
 * @example
 * const statements = sumsSql(entity, query, sql);
 * const sums = foldSums(entity, statements, [[{ c: "USD", s: "120.50" }]]);
 */
export function foldSums(
  entity: Entity,
  statements: SumStatement[],
  answers: Record<string, unknown>[][],
): Record<string, Record<string, string>> {
  const result: Record<string, Record<string, string>> = {};
  statements.forEach(({ fields }, index) => {
    for (const row of answers[index] ?? []) {
      fields.forEach((name, place) => {
        const sum = row[`s${place}`];
        if (sum === null || sum === undefined) return;
        const { currency } = entity.field(name);
        const code = currency && "code" in currency ? currency.code : String(row["currency"] ?? "");
        (result[name] ??= {})[code] = String(sum);
      });
    }
  });
  return result;
}

/**
 * Returns the position of a row of `listSql`, for the next page.
 * @example
 * const position = positionOf(entity, query, row);
 */
export function positionOf(entity: Entity, query: Query, row: Record<string, unknown>): Position {
  return listSortTerms(entity, query).map((_, index) => {
    const value = row[`k${index}`];
    return typeof value === "string" ? value : null;
  });
}

/** Returns the filters of the query and of its view; a field may have one of each. */
export function listFilters(entity: Entity, query: Query): [ColumnRef, Filter][] {
  const view = entity.list.views.find((view) => view.id === query.view);
  const wanted = [
    ...Object.entries(view?.where ?? {}).map(([name, values]): [string, Filter] => [
      name,
      { style: "is", values, not: false },
    ]),
    ...Object.entries(query.filters),
  ];
  return wanted.flatMap(([name, filter]): [ColumnRef, Filter][] => {
    const column = columnOf(entity, name);
    return column ? [[column, filter]] : [];
  });
}

function conditions(entity: Entity, query: Query, scope: SqlScope, bind: Binder): string[] {
  const { tenant } = entity.dialect;
  const found = tenant ? [`${tenant.column} = ${bind.add(scope.tenant, "text")}`] : ["1 = 1"];
  if (scope.ids)
    found.push(
      oneOf(
        "id",
        scope.ids.map((id) => bind.add(id, "text")),
      ),
    );
  for (const [column, filter] of listFilters(entity, query)) found.push(condition(entity, column, filter, bind));
  if (query.exact)
    found.push(
      oneOf(
        "id",
        query.exact.map((id) => bind.add(id, "text")),
      ),
    );
  else if (query.q) {
    const { q } = query;
    const columns = entity.list.search.flatMap((name) => columnOf(entity, name) ?? []);
    const matches = columns.map(
      (column) => `${folding(column)} ilike ${bind.add(likePattern(searchText(entity, column.field, q)), "text")}`,
    );
    found.push(matches.length > 0 ? `(${matches.join(" or ")})` : "1 = 0");
  }
  return found;
}

function oneOf(column: string, values: string[]): string {
  return values.length > 0 ? `${column} in (${values.join(", ")})` : "1 = 0";
}

/** Folds letters as ASCII, independent of the server's locale. */
function folding({ column, type }: ColumnRef): string {
  return type === "text" ? `${column} collate "C"` : `${column}::text collate "C"`;
}

/** Escapes LIKE wildcards: `50%` matches the text `50%` only. */
function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;
}

function condition(entity: Entity, ref: ColumnRef, filter: Filter, bind: Binder): string {
  const { field, column, type } = ref;
  const ends = (from: string | undefined, to: string | undefined) => {
    const parts: string[] = [];
    const by = type === "text" ? `${column} collate "C"` : column;
    if (from !== undefined) parts.push(`${by} >= ${bind.add(toBound(entity, field, from, "from"), type)}`);
    if (to !== undefined) parts.push(`${by} <= ${bind.add(toBound(entity, field, to, "to"), type)}`);
    return parts.length > 0 ? parts.join(" and ") : "1 = 1";
  };
  switch (filter.style) {
    case "empty": {
      const text = type === "text";
      if (filter.not) return text ? `(${column} is not null and ${column} <> '')` : `${column} is not null`;
      return text ? `(${column} is null or ${column} = '')` : `${column} is null`;
    }
    case "contains":
      return `${folding(ref)} ilike ${bind.add(likePattern(filter.text), "text")}`;
    case "range":
      return ends(filter.from, filter.to);
    case "is": {
      if (field.kind.filter === "has") {
        const each = filter.values.map(
          (value) => `${column} collate "C" like ${bind.add(likePattern(toBound(entity, field, value, "is")), "text")}`,
        );
        const held = `(${each.join(filter.all ? " and " : " or ") || "1 = 0"})`;
        return filter.not ? `(not ${held} or ${column} is null)` : held;
      }
      const any = isDay(field)
        ? `(${filter.values.map((day) => `(${ends(day, day)})`).join(" or ") || "1 = 0"})`
        : oneOf(
            column,
            filter.values.map((value) => bind.add(toBound(entity, field, value, "is"), type)),
          );
      return filter.not ? `(not (${any}) or ${column} is null)` : any;
    }
  }
}

/** Converts a filter's value to what the database compares. */
export function toBound(entity: Entity, field: Field, value: string, edge: "from" | "to" | "is"): string {
  return field.kind.bound?.(value, edge, kindContext(entity, field, entity.dialect.languages[0])) ?? value;
}

const collated = (term: SortTerm) => (term.type === "text" ? `${term.column} collate "C"` : term.column);

function orderTerm(term: SortTerm): string {
  return `${collated(term)} ${term.desc ? "desc" : "asc"}${term.column === "id" ? "" : ` nulls ${(term.noneEmpty ? term.desc : term.emptyFirst) ? "first" : "last"}`}`;
}

/**
 * Returns the condition of records after a position: `(a, b) < (1, 2)` when all terms have one direction and no empty
 * values follow, which an index serves; otherwise `a > 1 or (a = 1 and (b > 2 or ...))`, with a bound on the first term
 * in front when possible.
 */
function after(order: readonly SortTerm[], position: Position, bind: Binder): string {
  const [first] = order;
  if (!first) return "1 = 0";
  const isPlain = (term: SortTerm, index: number) =>
    term.desc === first.desc && isLast(term) && (position[index] ?? null) !== null;
  if (order.every(isPlain))
    return `(${order.map(collated).join(", ")}) ${first.desc ? "<" : ">"} (${order.map((term, index) => bind.add(position[index], term.type)).join(", ")})`;
  const step = (index: number): string => {
    const term = order[index];
    const value = position[index] ?? null;
    if (!term) return "1 = 0";
    const further = beyond(term, value, bind);
    if (index === order.length - 1) return further;
    const same = value === null ? `${term.column} is null` : `${collated(term)} = ${bind.add(value, term.type)}`;
    return `(${further} or (${same} and ${step(index + 1)}))`;
  };
  const value = position[0] ?? null;
  const lead =
    first.column !== "id" && isLast(first) && value !== null && order.length > 1
      ? `${collated(first)} ${first.desc ? "<=" : ">="} ${bind.add(value, first.type)} and `
      : "";
  return lead + step(0);
}

/** True when no record without a value follows those that have one. */
const isLast = (term: SortTerm): boolean => term.column === "id" || term.noneEmpty === true || term.emptyFirst;

function beyond(term: SortTerm, value: string | null, bind: Binder): string {
  if (value === null) return term.emptyFirst ? `${term.column} is not null` : "1 = 0";
  const past = `${collated(term)} ${term.desc ? "<" : ">"} ${bind.add(value, term.type)}`;
  return isLast(term) ? past : `(${past} or ${term.column} is null)`;
}
