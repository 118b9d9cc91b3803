/** Applies a migration plan. Every step is idempotent, so that an interrupted start can be repeated. */
import {
  toColumnValue,
  MAX_COLUMN_CHARACTERS,
  listProjected,
  getTableName,
  type ColumnType,
  type Entity,
  type Row,
} from "@portolan/engine";
import { openRow, sealRow } from "../../core/sealed-record.ts";
import type { Seal } from "../../core/seal.ts";
import { DatabaseError, type Database } from "../database.ts";
import { runWithRetry } from "../retry.ts";
import { moveStored } from "./moves.ts";
import type { Plan } from "./plan.ts";
import type { Unfilled } from "./rolling.ts";

/** Timeout of a statement that processes a whole table. */
export const SLOW = { statementMs: 600_000 };
/** A time before any record was written, so that all records are read. */
const EVER = new Date(0).toISOString();
const BATCH = 1_000;
/** Maximum number of parameters per statement. PostgreSQL allows 65,535, but fewer make shorter statements. */
const MAX_PARAMETERS = 20_000;

interface StoredRow {
  m: string;
  id: string;
  version: number;
  data: Row;
}

/** Returns the SQL type of a column. Texts are compared by code point on every engine. */
export const getSqlType = (type: ColumnType): string => (type === "text" ? `text COLLATE "C"` : type);

/**
 * Reads all stored records of an entity in batches, ordered by tenant and id. With `since`, only those changed at or
 * after that time.
 */
export function readAllRows(db: Database, entity: Entity, since = EVER): AsyncGenerator<StoredRow[]> {
  const select = `SELECT m, id, version, data FROM ${getTableName(entity)} WHERE updated_at >= $1`;
  return db.stream<StoredRow>(
    (after) =>
      after
        ? {
            sql: `${select} AND (m > $2 OR (m = $2 AND id > $3)) ORDER BY m, id LIMIT ${BATCH}`,
            params: [since, after.m, after.id],
          }
        : { sql: `${select} ORDER BY m, id LIMIT ${BATCH}`, params: [since] },
    BATCH,
  );
}

/** Maximum time that a schema change waits for its lock, because calls that need the table queue behind it. */
const LOCK_WAIT = "2s";
/** Time limit in milliseconds for retrying a change. */
const LOCK_TRIES_MS = 60_000;
/** SQLSTATE `lock_not_available`. */
const NO_LOCK = "55P03";

/**
 * Runs changes of a table in one transaction, with a short lock timeout. Retries them for up to a minute while the lock
 * is not available.
 */
const runBriefly = (db: Database, statements: readonly string[]): Promise<unknown> =>
  runWithRetry(
    () =>
      db.tx(async (tx) => {
        for (const sql of [`SET LOCAL lock_timeout = '${LOCK_WAIT}'`, ...statements]) tx.send(sql);
      }, SLOW),
    { again: (error) => error instanceof DatabaseError && error.code === NO_LOCK, maxMs: LOCK_TRIES_MS },
  );

/** Migrates the table to the shape in the plan. Calls `renewLease` between steps. */
export async function apply(
  db: Database,
  plan: Plan,
  renewLease: () => Promise<void>,
  seal: Seal | undefined,
): Promise<void> {
  const { entity, shape } = plan;
  const table = getTableName(entity);
  const runInTransaction = async (statements: readonly string[]) => {
    await renewLease();
    await runBriefly(db, statements);
  };
  const run = (sql: string) => runInTransaction([sql]);
  /** Runs statements in one transaction on a new table, which no call uses, else one by one to keep locks short. */
  const runAll = async (statements: readonly string[]) => {
    if (plan.fresh) await runInTransaction(statements);
    else for (const sql of statements) await run(sql);
  };
  const begin: string[] = [];
  if (plan.fresh) {
    const columns = Object.entries(shape.columns)
      .map(([column, type]) => `, ${column} ${getSqlType(type)}`)
      .join("");
    begin.push(`CREATE TABLE IF NOT EXISTS ${table} (m text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL, status text NOT NULL, version integer NOT NULL,
      schema_version text NOT NULL, created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL, data json NOT NULL${columns}, PRIMARY KEY (m, id))`);
  }
  for (const name of plan.dropIndexes) begin.push(`DROP INDEX IF EXISTS ${name}`);
  for (const [column] of plan.replaceColumns) begin.push(`ALTER TABLE ${table} DROP COLUMN IF EXISTS ${column}`);
  const added = [...plan.addColumns, ...plan.replaceColumns];
  // IF NOT EXISTS: an interrupted start may have created the column.
  if (added.length > 0) {
    const parts = added.map(([column, type]) => `ADD COLUMN IF NOT EXISTS ${column} ${getSqlType(type)}`);
    begin.push(`ALTER TABLE ${table} ${parts.join(", ")}`);
  }
  await runAll(begin);
  const columns = added.map(([column]) => column);
  if (plan.seal.length + plan.moves.length > 0) await rewriteStored(db, plan, renewLease, seal);
  if (added.length > 0) await backfill(db, entity, { columns }, renewLease);
  for (const column of plan.dropColumns) await run(`ALTER TABLE ${table} DROP COLUMN IF EXISTS ${column}`);
  for (const column of plan.fresh ? [] : listNewlyIndexedTexts(plan))
    await run(
      `UPDATE ${table} SET ${column} = left(${column}, ${MAX_COLUMN_CHARACTERS}) WHERE length(${column}) > ${MAX_COLUMN_CHARACTERS}`,
    );
  await runAll(
    plan.addIndexes.map(
      ([name, { columns, unique }]) =>
        `CREATE ${unique ? "UNIQUE " : ""}INDEX IF NOT EXISTS ${name} ON ${table} (${columns.join(", ")})`,
    ),
  );
}

/**
 * Returns the text columns of new indexes, except unique ones. Their old values may be too long for an index row and
 * are shortened. The record keeps the complete value.
 */
function listNewlyIndexedTexts({ shape, addIndexes }: Plan): ReadonlySet<string> {
  const unique = new Set(Object.values(shape.indexes).flatMap((index) => (index.unique ? index.columns : [])));
  const indexed = addIndexes.flatMap(([, { columns }]) => columns);
  return new Set(indexed.filter((column) => shape.columns[column] === "text" && !unique.has(column)));
}

/**
 * Moves values of stored records to the current names of their fields, and seals plain secrets. Repeats the scan while
 * records were changed concurrently.
 */
async function rewriteStored(
  db: Database,
  { entity, moves }: Plan,
  renewLease: () => Promise<void>,
  seal: Seal | undefined,
): Promise<void> {
  for (let missed = 1; missed > 0;) {
    missed = 0;
    for await (const rows of readAllRows(db, entity)) {
      await renewLease();
      for (const { m: tenant, id, version, data } of rows) {
        const owner = { entity, tenant, id };
        const moved = moveStored(seal, owner, data, moves);
        const whole = sealRow(seal, owner, openRow(seal, owner, moved), data);
        if (JSON.stringify(whole) === JSON.stringify(data)) continue;
        const done = await db.query(
          `UPDATE ${getTableName(entity)} SET data = $4 WHERE m = $1 AND id = $2 AND version = $3 RETURNING id`,
          [tenant, id, version, JSON.stringify(whole)],
        );
        if (done.length === 0) missed++;
      }
    }
  }
}

/** Maximum number of milliseconds by which the clock of a node that wrote a record may lag. */
const CLOCKS_MS = 5 * 60_000;

/** Fills the columns of records that nodes of another version wrote without them. */
export const backfillRecent = (
  db: Database,
  entity: Entity,
  { columns, since }: Unfilled,
  renewLease: () => Promise<void>,
): Promise<void> =>
  backfill(db, entity, { columns, since: new Date(Date.parse(since) - CLOCKS_MS).toISOString() }, renewLease);

/** Fills new columns from the records, in batches to keep transactions short. */
async function backfill(
  db: Database,
  entity: Entity,
  { columns, since }: { columns: readonly string[]; since?: string },
  renewLease: () => Promise<void>,
): Promise<void> {
  const fields = [...listProjected(entity).values()].filter(({ column }) => columns.includes(column));
  if (fields.length === 0) return;
  const size = Math.max(1, Math.floor(MAX_PARAMETERS / (fields.length + 2)));
  for await (const rows of readAllRows(db, entity, since)) {
    await renewLease();
    for (let start = 0; start < rows.length; start += size) {
      const params: unknown[] = [];
      const values = rows.slice(start, start + size).map(({ m: tenant, id, data }) => {
        const cells = [
          [tenant, "text"],
          [id, "text"],
          ...fields.map(({ field, type }) => [toColumnValue(field, data[field.name]), type]),
        ];
        return `(${cells.map(([value, type]) => `$${params.push(value)}::${String(type)}`).join(", ")})`;
      });
      const set = fields.map(({ column }, index) => `${column} = v.c${index}`).join(", ");
      const names = ["m", "id", ...fields.map((_, index) => `c${index}`)].join(", ");
      await db.tx(
        (tx) =>
          tx.query(
            `UPDATE ${getTableName(entity)} AS t SET ${set} FROM (VALUES ${values.join(", ")}) AS v (${names}) WHERE t.m = v.m AND t.id = v.id`,
            params,
          ),
        SLOW,
      );
    }
  }
}
