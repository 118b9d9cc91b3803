/** Reads one page of an entity's rows, and resolves searches for a complete key. */
import {
  buildCountSql,
  isEmptyLast,
  joinSelects,
  buildListSql,
  searchText,
  getTableName,
  type Entity,
  type Query,
  type Row,
  type SqlScope,
} from "@portolan/engine";
import type { Queries } from "./database.ts";

/** A row and its sort values, for `readPosition`. */
type Placed = { data: Row } & Record<string, unknown>;

/**
 * Reads the rows of a page, at most `limit`. Records without a value in the sort column come last in both directions,
 * except that a descending sort by a field of the default order begins with them. Where they come last, a second
 * statement reads them (sources `store` and `union`), so that one ascending index serves both directions.
 */
export async function queryPage(
  db: Queries,
  entity: Entity,
  query: Query,
  scope: SqlScope & { limit: number },
): Promise<Placed[]> {
  const read = ({ sql, params }: { sql: string; params: unknown[] }) => db.query<Placed>(sql, params);
  const isIndexed = entity.source === "store" || entity.source === "union";
  if (!isIndexed || !isEmptyLast(entity, query)) return read(buildListSql(entity, query, scope));
  const { after, limit } = scope;
  if (after && (after[0] ?? null) === null) return read(buildListSql(entity, query, { ...scope, part: "empty" }));
  const filled = await read(buildListSql(entity, query, { ...scope, part: "filled" }));
  if (filled.length >= limit) return filled;
  const skipped = after ? 0 : (query.page - 1) * query.size;
  const before =
    skipped === 0 || filled.length > 0 ? skipped + filled.length : await countRows(db, entity, query, scope);
  const { after: _after, ...whole } = scope;
  const empty = await read(
    buildListSql(entity, query, {
      ...whole,
      part: "empty",
      offset: Math.max(0, skipped - before),
      limit: limit - filled.length,
    }),
  );
  return [...filled, ...empty];
}

/**
 * Restricts the query to the records whose complete key is the search text, as typed or in upper case, so that the
 * key's index is used. Returns the query unchanged if there are no such records. In a union, the keys are those of the
 * members' records.
 */
export async function resolveNamed(
  db: Queries,
  entity: Entity,
  query: Query,
  { tenant, from }: Pick<SqlScope, "tenant" | "from">,
): Promise<Query> {
  const source = findKeySource(entity, from);
  if (!query.q || source === undefined) return query;
  const keys = listKeyCasings(searchText(entity, entity.field(entity.key), query.q));
  const rows = await db.query<{ id: string }>(
    `SELECT id FROM ${source.rows} WHERE m = $1 AND ${source.key} IN (${keys.map((_key, index) => `$${index + 2}`).join(", ")})`,
    [tenant, ...keys],
  );
  return rows.length > 0 ? { ...query, exact: rows.map(({ id }) => id) } : query;
}

/** Returns the SQL source for searching keys, or undefined if the entity's key is not a search field. */
function findKeySource(entity: Entity, from: SqlScope["from"]): { rows: string; key: string } | undefined {
  if (entity.source === "union")
    return from === undefined ? undefined : { rows: `${joinSelects(from)} AS ${getTableName(entity)}`, key: "own_id" };
  const isSearched = entity.source === "store" && entity.list.search.includes(entity.key);
  return isSearched ? { rows: getTableName(entity), key: "id" } : undefined;
}

/** Returns the distinct forms of a key: as typed, and with its ASCII letters in upper case. */
export const listKeyCasings = (key: string): string[] => [
  ...new Set([key, key.replace(/[a-z]/g, (letter) => letter.toUpperCase())]),
];

/** Counts the matching records that have a value in the sort column. */
async function countRows(db: Queries, entity: Entity, query: Query, scope: SqlScope): Promise<number> {
  const { sql, params } = buildCountSql(entity, query, { ...scope, part: "filled" });
  const [row] = await db.query(sql, params);
  return Number(row?.total ?? 0);
}
