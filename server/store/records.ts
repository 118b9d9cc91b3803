/** Records of an entity behind one interface: rows of its table, of a row source, or of its reference list. */
import {
  applyQuery,
  columnValue,
  countSql,
  foldSums,
  listSql,
  positionOf,
  projected,
  sumsSql,
  tableOf,
  type Entity,
  type Position,
  type Query,
  type Row,
} from "../../src/engine/index.ts";
import { Failure } from "../core/failure.ts";
import { type Database, DatabaseError, type Queries } from "./database.ts";
import { named, queryPage } from "./page.ts";
import { computeShape } from "./schema/shape.ts";

/** Rows of an export in one batch. */
const BATCH = 1_000;
/** Attempts at generating a number that is not taken. */
const NUMBER_TRIES = 10;
/** Records in one INSERT: far below PostgreSQL's 65,535 parameters. */
const MAX_PARAMETERS = 20_000;

/** A record as it is stored. */
export interface StoredRecord {
  id: string;
  /** State of its lifecycle; empty without one. */
  status: string;
  /** 1 when new; each change adds one. */
  version: number;
  /** Instants, ISO 8601 in UTC. */
  createdAt: string;
  updatedAt: string;
  data: Row;
}
/** A record to store. */
export interface NewRecord {
  tenant: string;
  /** The number, or a generator that is called again when a number is taken. Sets the key field of `row`. */
  id: string | (() => string);
  row: Row;
  /** Seals the secrets of the row that has its key. */
  sealed?(row: Row, id: string): Row;
  status?: string;
  /** For records imported with a history; default 1. */
  version?: number;
  /** Milliseconds of the product's clock. */
  at: number;
  /** Time of the last change, for records imported with a history; default `at`. */
  changedAt?: number;
}
export interface ListScope {
  tenant: string;
  /** Position before the page; overrides `query.page`. */
  after?: Position | undefined;
  /** Ids that the list is limited to. */
  ids?: readonly string[] | undefined;
  /** Counts and sums all selected records. */
  totals?: boolean;
}
export interface RecordPage {
  list: Row[];
  /** Position before the next page; absent on the last page. */
  next?: Position;
  total?: number;
  /** Per summed field, per ISO code. */
  sums?: Record<string, Record<string, string>>;
}

/** Returns the subselect `(SELECT …)` that replaces the table of an entity without one. */
export type RowSource = (entity: Entity) => string | Promise<string>;
/** Row sources by the `source` of the entities that they serve. */
export type RowSources = Partial<Record<Entity["source"], RowSource>>;

/**
 * Reads and writes records through one connection: the database's, or a transaction's, which reads no exports. `data` holds the rows of reference
 * lists, `sources` the rows of entities that have no table.
 */
export function records(
  db: Queries & Partial<Pick<Database, "cursor">>,
  { data, sources = {} }: { data: ReadonlyMap<string, readonly Row[]>; sources?: RowSources },
) {
  const from = async (entity: Entity) => readSource(entity, sources);
  const inMemory = (entity: Entity) => (entity.source === "data" ? (data.get(entity.name) ?? []) : undefined);

  return {
    /** Reads one page. */
    async list(entity: Entity, query: Query, scope: ListScope): Promise<RecordPage> {
      const rows = inMemory(entity);
      if (rows) {
        const { list, next, total, sums } = applyQuery(entity, rows, query, scope);
        return { list, ...(next ? { next } : {}), ...(scope.totals ? { total, sums } : {}) };
      }
      const asked = await named(db, entity, query, scope.tenant);
      const found = await queryPage(db, entity, asked, { ...scope, from: await from(entity), limit: query.size + 1 });
      const page = found.slice(0, query.size);
      const last = page.at(-1);
      return {
        list: page.map((row) => row.data),
        ...(found.length > query.size && last ? { next: positionOf(entity, query, last) } : {}),
        ...(scope.totals ? await totals(db, entity, asked, { ...scope, from: await from(entity) }) : {}),
      };
    },

    /** Reads a record; undefined when the tenant has none with this id. */
    async get(entity: Entity, tenant: string, id: string): Promise<StoredRecord | undefined> {
      const rows = inMemory(entity);
      if (rows) {
        const row = rows.find((row) => row[entity.key] === id);
        return row && { id, status: "", version: 1, createdAt: "", updatedAt: "", data: row };
      }
      const [row] = await db.query<StoredRecord>(
        `SELECT id, status, version, created_at AS "createdAt", updated_at AS "updatedAt", data FROM ${(await from(entity)) ?? ""} ${tableOf(entity)} WHERE m = $1 AND id = $2`,
        [tenant, id],
      );
      return row;
    },

    /** Stores a record. @throws Failure `duplicate` when its key or a unique field (`params.field`) is taken */
    async insert(entity: Entity, record: NewRecord): Promise<StoredRecord> {
      const { id } = record;
      for (let tries = 1; ; tries++) {
        const key = typeof id === "string" ? id : id();
        const row = { ...record.row, [entity.key]: key };
        const data = record.sealed ? record.sealed(row, key) : row;
        if (await insertNew(db, entity, { ...record, row: data })) {
          const when = new Date(record.at).toISOString();
          return {
            id: String(data[entity.key]),
            status: record.status ?? "",
            version: 1,
            createdAt: when,
            updatedAt: when,
            data,
          };
        }
        if (typeof id === "string" || tries >= NUMBER_TRIES) throw new Failure("duplicate", { field: entity.key });
      }
    },

    /** Stores many records with given ids in few statements. @throws Failure `duplicate` like `insert` */
    async insertAll(entity: Entity, all: readonly (NewRecord & { id: string })[]): Promise<void> {
      const size = Math.max(1, Math.floor(MAX_PARAMETERS / (listColumns(entity, {}).length + 8)));
      for (let start = 0; start < all.length; start += size) {
        const { names, params, values } = insertion(entity, all.slice(start, start + size));
        await unique(entity, db.query(`INSERT INTO ${tableOf(entity)} (${names}) VALUES ${values}`, params));
      }
    },

    /**
     * Writes a changed record by optimistic lock and returns its new version. @throws Failure `stale` when it changed since it was read;
     * `duplicate` when a unique field (`params.field`) is taken
     */
    async update(
      entity: Entity,
      tenant: string,
      before: Pick<StoredRecord, "id" | "version" | "status">,
      after: { data: Row; status?: string; at: number },
    ): Promise<number> {
      const columns = listColumns(entity, after.data);
      const set = ["status", "version", "schema_version", "updated_at", "data", ...columns.map(([name]) => name)].map(
        (name, at) => `${name} = $${at + 5}`,
      );
      const version = Number(before.version) + 1;
      const rows = await unique(
        entity,
        db.query(
          `UPDATE ${tableOf(entity)} SET ${set.join(", ")} WHERE m = $1 AND id = $2 AND version = $3 AND status = $4 RETURNING id`,
          [
            tenant,
            before.id,
            before.version,
            before.status,
            after.status ?? before.status,
            version,
            entity.version,
            new Date(after.at).toISOString(),
            JSON.stringify(after.data),
            ...columns.map(([, value]) => value),
          ],
        ),
      );
      if (rows.length === 0) throw new Failure("stale");
      return version;
    },

    /** Deletes a record. @throws Failure `notFound` */
    async remove(entity: Entity, tenant: string, id: string): Promise<void> {
      const rows = await db.query(`DELETE FROM ${tableOf(entity)} WHERE m = $1 AND id = $2 RETURNING id`, [tenant, id]);
      if (rows.length === 0) throw new Failure("notFound");
    },

    /** Counts the records that a query selects. */
    async count(entity: Entity, query: Query, { tenant, ids }: Pick<ListScope, "tenant" | "ids">): Promise<number> {
      const rows = inMemory(entity);
      if (rows) return applyQuery(entity, rows, query, { ids }).total;
      const { sql, params } = countSql(entity, await named(db, entity, query, tenant), {
        tenant,
        ids,
        from: await from(entity),
      });
      const [counted] = await db.query<{ total: string }>(sql, params);
      return Number(counted?.total ?? 0);
    },

    /** Reads all records that a query selects, in its order and as of one instant, in batches of 1,000 of one statement. `signal` cancels it. */
    async *exportRows(
      entity: Entity,
      query: Query,
      { tenant, ids, signal }: Pick<ListScope, "tenant" | "ids"> & { signal?: AbortSignal | undefined },
    ): AsyncGenerator<Row[]> {
      const { cursor: _cursor, ...rest } = query;
      const all = { ...rest, page: 1 };
      const rows = inMemory(entity);
      if (rows) {
        yield applyQuery(entity, rows, all, { ids, limit: Infinity }).list;
        return;
      }
      if (!db.cursor) throw new Error("an export is read outside transactions");
      const { sql, params } = listSql(entity, await named(db, entity, all, tenant), {
        tenant,
        ids,
        from: await from(entity),
        limit: Infinity,
      });
      for await (const batch of db.cursor<{ data: Row }>(sql, params, { batch: BATCH, signal }))
        yield batch.map((row) => row.data);
    },
  };
}

/** Returns what stands for an entity's table; undefined when it has one. @throws Error when nothing handed in serves its source: a fault of ours. */
function readSource(entity: Entity, sources: RowSources): string | Promise<string> | undefined {
  if (entity.source === "store" || entity.source === "data") return undefined;
  const source = sources[entity.source];
  if (!source) throw new Error(`${entity.file}: nothing reads rows of source "${entity.source}" here`);
  return source(entity);
}

async function totals(
  db: Queries,
  entity: Entity,
  query: Query,
  scope: ListScope & { from: string | undefined },
): Promise<Pick<RecordPage, "total" | "sums">> {
  const count = countSql(entity, query, scope);
  const statements = sumsSql(entity, query, scope);
  const [counted] = await db.query<{ total: string }>(count.sql, count.params);
  const answers: Record<string, unknown>[][] = [];
  for (const { sql, params } of statements) answers.push(await db.query(sql, params));
  return { total: Number(counted?.total ?? 0), sums: foldSums(entity, statements, answers) };
}

/** Returns the projected columns of a record with their values. */
function listColumns(entity: Entity, data: Row): [string, string | boolean | null][] {
  return [...projected(entity).values()].map(({ field, column }) => [column, columnValue(field, data[field.name])]);
}

function insertion(entity: Entity, all: readonly NewRecord[]): { names: string; params: unknown[]; values: string } {
  const params: unknown[] = [];
  const values = all.map(({ tenant, row, status, version, at, changedAt }) => {
    const cells = [
      tenant,
      row[entity.key],
      status ?? "",
      version ?? 1,
      entity.version,
      new Date(at).toISOString(),
      new Date(changedAt ?? at).toISOString(),
      JSON.stringify(row),
      ...listColumns(entity, row).map(([, value]) => value),
    ];
    return `(${cells.map((cell) => `$${params.push(cell)}`).join(", ")})`;
  });
  const names = [
    "m",
    "id",
    "status",
    "version",
    "schema_version",
    "created_at",
    "updated_at",
    "data",
    ...listColumns(entity, {}).map(([name]) => name),
  ];
  return { names: names.join(", "), params, values: values.join(", ") };
}

/** Inserts a record; false when the key is taken, which leaves the transaction usable. */
async function insertNew(db: Queries, entity: Entity, record: NewRecord): Promise<boolean> {
  const { names, params, values } = insertion(entity, [record]);
  const rows = await unique(
    entity,
    db.query(
      `INSERT INTO ${tableOf(entity)} (${names}) VALUES ${values} ON CONFLICT (m, id) DO NOTHING RETURNING id`,
      params,
    ),
  );
  return rows.length > 0;
}

/** Translates a violated unique index. @throws Failure `duplicate` naming the field */
async function unique<T>(entity: Entity, statement: Promise<T>): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== "23505") throw error;
    throw new Failure("duplicate", {
      field: computeShape(entity).indexes[error.constraint ?? ""]?.field ?? entity.key,
    });
  }
}
