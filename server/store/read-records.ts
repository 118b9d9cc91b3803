/** Reads records: a page, one record, a count, or all rows of an export. */
import {
  applyQuery,
  buildCountSql,
  foldSums,
  joinSelects,
  buildListSql,
  readPosition,
  buildSumsSql,
  getTableName,
  type Entity,
  type Position,
  type Query,
  type Row,
  type RowSelect,
} from "@portolan/engine";
import type { Database, Queries } from "./database.ts";
import { resolveNamed, queryPage } from "./page.ts";

const BATCH = 1_000;

export interface StoredRecord {
  id: string;
  /** State in the record's lifecycle, or an empty string if its entity has no lifecycle. */
  status: string;
  /** 1 for a new record, incremented by each change. */
  version: number;
  /** Times in ISO 8601, UTC. Empty strings for rows of reference lists. */
  createdAt: string;
  updatedAt: string;
  data: Row;
}
export interface ListScope {
  tenant: string;
  /** Position after which the page begins. Overrides `query.page`. */
  after?: Position | undefined;
  /** Ids to which the list is restricted. If omitted, it is not restricted. */
  ids?: readonly string[] | undefined;
  /** Whether to count and sum all matching records. */
  totals?: boolean;
}
export interface RecordPage {
  list: Row[];
  /** Position after which the next page begins, or undefined on the last page. */
  next?: Position;
  total?: number;
  /** Sums by field and ISO currency code. */
  sums?: Record<string, Record<string, string>>;
}

/** Scope of an export. `signal` cancels it. */
export type ExportScope = Pick<ListScope, "tenant" | "ids"> & { signal?: AbortSignal | undefined };

/**
 * Returns the SQL source of an entity without a table. `ids`: the only rows that are read, or undefined for all. A
 * source may ignore them, and a source that cannot enumerate its rows has only rows with these ids.
 */
export type RowSource = (entity: Entity, ids?: readonly string[]) => RowSelect | Promise<RowSelect>;
/** Row sources by the value of `source` in the entities that they provide. */
export type RowSources = Partial<Record<Entity["source"], RowSource>>;

/** Reads rows from tables, reference lists and row sources. */
export interface RecordReader {
  db: Queries & Partial<Pick<Database, "cursor">>;
  /** Returns the rows of a reference list, or undefined for other entities. */
  inMemory(entity: Entity): readonly Row[] | undefined;
  /** Returns the SQL source of an entity without a table, as `RowSource` does, or undefined for other entities. */
  from(entity: Entity, ids?: readonly string[]): Promise<RowSelect | undefined>;
}

export const createReader = (
  db: RecordReader["db"],
  { data, sources = {} }: { data: ReadonlyMap<string, readonly Row[]>; sources?: RowSources | undefined },
): RecordReader => ({
  db,
  inMemory: (entity) => (entity.source === "data" ? (data.get(entity.name) ?? []) : undefined),
  from: async (entity, ids) => readSource(entity, sources, ids),
});

export async function listRecords(
  { db, inMemory, from }: RecordReader,
  entity: Entity,
  query: Query,
  scope: ListScope,
): Promise<RecordPage> {
  const rows = inMemory(entity);
  if (rows) {
    const { list, next, total, sums } = applyQuery(entity, rows, query, scope);
    return { list, ...(next ? { next } : {}), ...(scope.totals ? { total, sums } : {}) };
  }
  const source = await from(entity, scope.ids);
  const resolved = await resolveNamed(db, entity, query, { tenant: scope.tenant, from: source });
  const found = await queryPage(db, entity, resolved, { ...scope, from: source, limit: query.size + 1 });
  const page = found.slice(0, query.size);
  const last = page.at(-1);
  return {
    list: page.map((row) => row.data),
    ...(found.length > query.size && last ? { next: readPosition(entity, query, last) } : {}),
    ...(scope.totals ? await readTotals(db, entity, resolved, { ...scope, from: source }) : {}),
  };
}

/** Reads a record. Returns undefined if the tenant has no record with this id. */
export async function getRecord(
  { db, inMemory, from }: RecordReader,
  entity: Entity,
  { tenant, id }: { tenant: string; id: string },
): Promise<StoredRecord | undefined> {
  const rows = inMemory(entity);
  if (rows) {
    const row = rows.find((row) => row[entity.key] === id);
    return row && { id, status: "", version: 1, createdAt: "", updatedAt: "", data: row };
  }
  const source = await from(entity, [id]);
  const [row] = await db.query<StoredRecord>(
    `SELECT id, status, version, created_at AS "createdAt", updated_at AS "updatedAt", data FROM ${source ? joinSelects(source) : ""} ${getTableName(entity)} WHERE m = $1 AND id = $2`,
    [tenant, id],
  );
  return row;
}

export async function countRecords(
  { db, inMemory, from }: RecordReader,
  entity: Entity,
  query: Query,
  { tenant, ids }: Pick<ListScope, "tenant" | "ids">,
): Promise<number> {
  const rows = inMemory(entity);
  if (rows) return applyQuery(entity, rows, query, { ids }).total;
  const source = await from(entity, ids);
  const resolved = await resolveNamed(db, entity, query, { tenant, from: source });
  const { sql, params } = buildCountSql(entity, resolved, { tenant, ids, from: source });
  const [counted] = await db.query(sql, params);
  return Number(counted?.total ?? 0);
}

/**
 * Reads all records that match a query, in its order and as of one instant, with one statement in batches of 1,000. A
 * search first looks up the keys that it may name. A reference list is returned as one batch. `signal` cancels the
 * export.
 *
 * @throws Error inside a transaction, except for a reference list
 */
export async function* exportRecords(
  { db, inMemory, from }: RecordReader,
  entity: Entity,
  query: Query,
  { tenant, ids, signal }: ExportScope,
): AsyncGenerator<Row[]> {
  const { cursor: _cursor, ...rest } = query;
  const all = { ...rest, page: 1 };
  const rows = inMemory(entity);
  if (rows) {
    yield applyQuery(entity, rows, all, { ids, limit: Infinity }).list;
    return;
  }
  if (!db.cursor) throw new Error("an export is read outside transactions");
  const source = await from(entity, ids);
  const resolved = await resolveNamed(db, entity, all, { tenant, from: source });
  const { sql, params } = buildListSql(entity, resolved, { tenant, ids, from: source, limit: Infinity });
  for await (const batch of db.cursor<{ data: Row }>(sql, params, { batch: BATCH, signal }))
    yield batch.map((row) => row.data);
}
/**
 * Returns the SQL source that replaces an entity's table, or undefined for an entity with a table and for a reference
 * list.
 *
 * @throws Error when no source provides the entity, which is a bug
 */
function readSource(
  entity: Entity,
  sources: RowSources,
  ids: readonly string[] | undefined,
): RowSelect | Promise<RowSelect> | undefined {
  if (entity.source === "store" || entity.source === "data") return undefined;
  const source = sources[entity.source];
  if (!source) throw new Error(`${entity.file}: nothing reads rows of source "${entity.source}" here`);
  return source(entity, ids);
}

async function readTotals(
  db: Queries,
  entity: Entity,
  query: Query,
  scope: ListScope & { from: RowSelect | undefined },
): Promise<Pick<RecordPage, "total" | "sums">> {
  const count = buildCountSql(entity, query, scope);
  const statements = buildSumsSql(entity, query, scope);
  const [counted] = await db.query(count.sql, count.params);
  const results: Record<string, unknown>[][] = [];
  for (const { sql, params } of statements) results.push(await db.query(sql, params));
  return { total: Number(counted?.total ?? 0), sums: foldSums(entity, statements, results) };
}
