/** Writes records to tables: inserts, updates with an optimistic lock, deletes. */
import { toColumnValue, listProjected, getTableName, type Entity, type Row } from "@portolan/engine";
import { Failure } from "../core/failure.ts";
import { DatabaseError, type Queries, type SetWrite } from "./database.ts";
import type { StoredRecord } from "./read-records.ts";
import { computeShape } from "./schema/shape.ts";

/** Maximum number of attempts to generate an unused number. */
const NUMBER_TRIES = 10;
/** Maximum number of parameters per INSERT, well below PostgreSQL's limit of 65,535. */
const MAX_PARAMETERS = 20_000;

export interface NewRecord {
  tenant: string;
  /**
   * The number, or a generator that is called again when a number is taken. `insertRecord` sets the key field of `row`
   * to it.
   */
  id: string | (() => string);
  row: Row;
  /** Seals the secrets of the row, whose key is already set. */
  sealed?(row: Row, id: string): Row;
  status?: string;
  /** Version, for records imported with a history. Default: 1. */
  version?: number;
  /** Time of creation in milliseconds of the product's clock. */
  at: number;
  /** Time of the last change, for records imported with a history. Default: `at`. */
  changedAt?: number;
}
/** A change of a record: as it was read, and as it will be stored. */
export interface RecordUpdate {
  tenant: string;
  before: Pick<StoredRecord, "id" | "version" | "status">;
  after: { data: Row; status?: string; at: number };
}

/** Stores a record. @throws Failure `duplicate` when its key or a unique field (`params.field`) is taken */
export async function insertRecord(db: Queries, entity: Entity, record: NewRecord): Promise<StoredRecord> {
  const { id } = record;
  for (let tries = 1; ; tries++) {
    const key = typeof id === "string" ? id : id();
    const row = { ...record.row, [entity.key]: key };
    const data = record.sealed ? record.sealed(row, key) : row;
    if (await insertNew(db, entity, [{ ...record, row: data }])) {
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
}

const insertions = new WeakMap<Entity, SetWrite<NewRecord & { id: string }>>();

/**
 * Returns the write that stores new records of an entity, whose rows contain their ids.
 *
 * @throws Failure `duplicate` as `insertRecord`
 */
export function createInsertion(entity: Entity): SetWrite<NewRecord & { id: string }> {
  const known = insertions.get(entity);
  if (known) return known;
  const insertion: SetWrite<NewRecord & { id: string }> = {
    step: "claim",
    async write(tx, records) {
      if (!(await insertNew(tx, entity, records))) throw new Failure("duplicate", { field: entity.key });
    },
  };
  insertions.set(entity, insertion);
  return insertion;
}

/**
 * Stores many records, whose rows contain their ids, in batches.
 *
 * @throws Failure `duplicate` as `insertRecord`
 */
export async function insertRecords(
  db: Queries,
  entity: Entity,
  all: readonly (NewRecord & { id: string })[],
): Promise<void> {
  const size = Math.max(1, Math.floor(MAX_PARAMETERS / (listColumns(entity, {}).length + 8)));
  for (let start = 0; start < all.length; start += size) {
    const { names, params, values } = buildInsertion(entity, all.slice(start, start + size));
    await mapUnique(entity, db.query(`INSERT INTO ${getTableName(entity)} (${names}) VALUES ${values}`, params));
  }
}

/**
 * Writes a changed record with an optimistic lock and returns its new version.
 *
 * @throws Failure `stale` when the record has changed since it was read; `duplicate` when a unique field
 * (`params.field`) is taken
 */
export async function updateRecord(
  db: Queries,
  entity: Entity,
  { tenant, before, after }: RecordUpdate,
): Promise<number> {
  const columns = listColumns(entity, after.data);
  const set = ["status", "version", "schema_version", "updated_at", "data", ...columns.map(([name]) => name)].map(
    (name, index) => `${name} = $${index + 5}`,
  );
  const version = Number(before.version) + 1;
  const rows = await mapUnique(
    entity,
    db.query(
      `UPDATE ${getTableName(entity)} SET ${set.join(", ")} WHERE m = $1 AND id = $2 AND version = $3 AND status = $4 RETURNING id`,
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
}

/** Deletes a record. @throws Failure `notFound` when the tenant has no record with this id */
export async function deleteRecord(
  db: Queries,
  entity: Entity,
  { tenant, id }: { tenant: string; id: string },
): Promise<void> {
  const rows = await db.query(`DELETE FROM ${getTableName(entity)} WHERE m = $1 AND id = $2 RETURNING id`, [
    tenant,
    id,
  ]);
  if (rows.length === 0) throw new Failure("notFound");
}

function listColumns(entity: Entity, data: Row): [string, string | boolean | null][] {
  return [...listProjected(entity).values()].map(({ field, column }) => [
    column,
    toColumnValue(field, data[field.name]),
  ]);
}

function buildInsertion(
  entity: Entity,
  all: readonly NewRecord[],
): { names: string; params: unknown[]; values: string } {
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

/** Inserts records. Returns false when a key is taken, which does not abort the transaction. */
async function insertNew(db: Queries, entity: Entity, records: readonly NewRecord[]): Promise<boolean> {
  const { names, params, values } = buildInsertion(entity, records);
  const rows = await mapUnique(
    entity,
    db.query(
      `INSERT INTO ${getTableName(entity)} (${names}) VALUES ${values} ON CONFLICT (m, id) DO NOTHING RETURNING id`,
      params,
    ),
  );
  return rows.length === records.length;
}

/** Translates the violation of a unique index. @throws Failure `duplicate` naming the field */
async function mapUnique<T>(entity: Entity, statement: Promise<T>): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== "23505") throw error;
    throw new Failure("duplicate", { field: findUniqueField(entity, error) ?? entity.key });
  }
}

/**
 * Returns the field of a violated unique index. Looks up the index by its columns, because partitions and shards have
 * other index names, and otherwise by its name.
 */
function findUniqueField(entity: Entity, { about, constraint = "" }: DatabaseError): string | undefined {
  const { indexes } = computeShape(entity);
  const columns = about.key?.replaceAll('"', "").replaceAll(", ", ",");
  const byColumns = Object.values(indexes).find((index) => index.unique && index.columns.join(",") === columns);
  return (byColumns ?? indexes[constraint])?.field;
}
