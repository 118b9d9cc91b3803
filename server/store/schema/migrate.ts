/** Migrates the tables to match the code and the schemas. Run by `portolan migrate` or at startup. */
import { createHash } from "node:crypto";
import { canonicalize } from "../../core/canonical.ts";
import type { Entity } from "@portolan/engine";
import type { Seal } from "../../core/seal.ts";
import { DatabaseError, type Database, type Queries } from "../database.ts";
import { apply, backfillRecent, SLOW } from "./apply.ts";
import { runLeased } from "./lease.ts";
import { lockTables } from "./lock-tables.ts";
import type { Plan } from "./plan.ts";
import {
  describeLeft,
  isCovered,
  listPlanStops,
  listStatementStops,
  NodesRunning,
  withoutRemovals,
  type StoredShape,
} from "./rolling.ts";
import { computeShape } from "./shape.ts";
import { reportLines, checkStoredRows, SchemaRefused, type Report } from "./check-stored-rows.ts";

export { NodesRunning } from "./rolling.ts";
export { SchemaRefused, type Report } from "./check-stored-rows.ts";

export interface MigrateOptions {
  /** Statements for tables that belong to no entity, in order. Each runs once per database. */
  tables: readonly string[];
  /**
   * Changes to apply although stored rows contradict them, as `entity.field`. The rows keep their values, but these are
   * no longer read. A field that became unique or is no longer sealed cannot be accepted.
   */
  accept?: readonly string[];
  /** Seals stored values of fields that became `x-sealed`. Without it, such a change throws. */
  seal?: Seal;
  /**
   * Whether nodes of another version are running. Only changes that those nodes tolerate are made, and a later
   * migration makes the others.
   */
  isRolling?: boolean;
}
/** Thrown when a start may not change tables, but the tables do not match the code and schemas. Nothing was changed. */
export class MigrationNeeded extends Error {
  override readonly name = "MigrationNeeded";
  constructor() {
    super("The database is behind this version. Nothing was started: run portolan migrate, then start again.");
  }
}

const BASE = "(base)";
/** SQLSTATE `undefined_table`. */
const NO_TABLE = "42P01";

/**
 * Creates the tables in `lockTables` (migrations, leases, key fingerprints), and nothing else. Runs no statement for
 * existing tables, so that a role that may not create tables can start.
 */
export async function prepareStore(db: Database): Promise<void> {
  const tables = await db.query("SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()");
  const existing = new Set(tables.map(({ name }) => `table ${name}`));
  for (const sql of lockTables) if (!existing.has(nameStatement(sql))) await create(db, sql);
}

/**
 * Asserts that the tables have what the code and schemas need. Tables of a later version may have more columns and
 * indexes. Changes nothing.
 *
 * @throws MigrationNeeded when something is missing
 */
export async function requireMigrated(
  db: Database,
  schemas: { entities: ReadonlyMap<string, Entity> },
  tables: readonly string[],
): Promise<void> {
  const isBehind = await isMissing(db, listStored(schemas), tables).catch((error: unknown) => {
    if (error instanceof DatabaseError && error.code === NO_TABLE) return true;
    throw error;
  });
  if (isBehind) throw new MigrationNeeded();
}

/**
 * Returns what `migrate` would do. Changes nothing. `stops`: the changes that nodes of another version do not tolerate.
 *
 * @throws SchemaRefused as `migrate`
 */
export async function planAll(
  db: Database,
  schemas: { entities: ReadonlyMap<string, Entity> },
  { tables, accept = [] }: MigrateOptions,
): Promise<Report & { stops: string[] }> {
  const report: Report = { done: [], warnings: [] };
  const locks = await readLocks(db).catch((error: unknown): Locks => {
    if (error instanceof DatabaseError && error.code === NO_TABLE) return { base: undefined, shapes: new Map() };
    throw error;
  });
  const plans = await checkStoredRows(db, listStored(schemas), { shapes: locks.shapes, accept, report });
  report.done.push(...listPending(tables, locks).map(nameStatement));
  report.done.push(...plans.flatMap(reportLines));
  return { ...report, stops: listStops(tables, locks, plans) };
}

/** Returns the statements that have not been run on this database. */
const listPending = (tables: readonly string[], { base = {} }: Locks): string[] =>
  tables.filter((sql) => base[nameStatement(sql)] === undefined);

/** Returns the changes that nodes of another version do not tolerate. A new database has no such nodes. */
function listStops(tables: readonly string[], locks: Locks, plans: readonly Plan[]): string[] {
  if (!locks.base) return [];
  return [...listStatementStops(listPending(tables, locks)).map(nameStatement), ...plans.flatMap(listPlanStops)];
}

const listStored = ({ entities }: { entities: ReadonlyMap<string, Entity> }): Entity[] =>
  [...entities.values()].filter(({ source }) => source === "store");

/**
 * Runs the new statements in `tables` and migrates the tables of the entities. Other nodes may serve calls meanwhile.
 *
 * @throws SchemaRefused before any change, when stored rows would be lost or a statement in `tables` was edited;
 * NodesRunning before any change, when `isRolling` and nodes of another version would not tolerate one; Error as
 * `runLeased`
 */
export async function migrate(
  db: Database,
  schemas: { entities: ReadonlyMap<string, Entity> },
  { tables, accept = [], seal, isRolling = false }: MigrateOptions,
): Promise<Report> {
  const report: Report = { done: [], warnings: [] };
  await prepareStore(db);
  const stored = listStored(schemas);
  if (!(await isPending(db, stored, tables))) return report;
  return runLeased(db, async (renewLease) => {
    const locks = await readLocks(db);
    const plans = await checkStoredRows(db, stored, { shapes: locks.shapes, accept, report });
    const stops = isRolling ? listStops(tables, locks, plans) : [];
    if (stops.length > 0) throw new NodesRunning(stops);
    await applyBase(db, tables, locks.base, report);
    for (const plan of plans) {
      const { entity } = plan;
      const applied = locks.shapes.get(entity.name);
      const made = isRolling ? withoutRemovals(plan) : plan;
      await apply(db, made, renewLease, seal);
      if (!isRolling && applied?.unfilled) await backfillRecent(db, entity, applied.unfilled, renewLease);
      await lock(db, entity.name, entity.version, isRolling ? describeLeft(plan, applied, Date.now()) : plan.shape);
      report.done.push(...reportLines(made));
    }
    return report;
  });
}

/** Migration state of the database: hashes of the applied statements, and shapes by entity. */
interface Locks {
  base: Record<string, string> | undefined;
  shapes: ReadonlyMap<string, StoredShape>;
}

async function readLocks(db: Database): Promise<Locks> {
  const [base] = await db.query<{ shape: Record<string, string> }>(`SELECT shape FROM schema_lock WHERE entity = $1`, [
    BASE,
  ]);
  const rows = await db.query<{ entity: string; shape: StoredShape }>(
    "SELECT entity, shape FROM schema_lock WHERE entity <> $1",
    [BASE],
  );
  return { base: base?.shape, shapes: new Map(rows.map(({ entity, shape }) => [entity, shape])) };
}

/**
 * Returns whether the tables differ from the code and schemas. At most starts they do not differ, so that no lease is
 * needed.
 */
async function isPending(db: Database, stored: Entity[], tables: readonly string[]): Promise<boolean> {
  const { base, shapes } = await readLocks(db);
  return (
    canonicalize(base) !== canonicalize(readBaseShape(tables)) ||
    stored.some((entity) => canonicalize(computeShape(entity)) !== canonicalize(shapes.get(entity.name)))
  );
}

/** Returns whether anything that the code and schemas need is missing or different. */
async function isMissing(db: Database, stored: Entity[], tables: readonly string[]): Promise<boolean> {
  const { base, shapes } = await readLocks(db);
  return (
    Object.entries(readBaseShape(tables)).some(([name, hash]) => base?.[name] !== hash) ||
    stored.some((entity) => !isCovered(computeShape(entity), shapes.get(entity.name)))
  );
}

async function lock(db: Database, entity: string, version: string, shape: unknown): Promise<void> {
  await db.query(
    `INSERT INTO schema_lock (entity, version, shape, applied_at) VALUES ($1, $2, $3, $4)
      ON CONFLICT (entity) DO UPDATE SET version = excluded.version, shape = excluded.shape, applied_at = excluded.applied_at`,
    [entity, version, JSON.stringify(shape), new Date().toISOString()],
  );
}

/** Returns the name of a statement: `table session` for `CREATE TABLE IF NOT EXISTS session (…`, else its text. */
function nameStatement(sql: string): string {
  const found = /^\s*CREATE\s+(?:UNIQUE\s+)?(TABLE|INDEX)\s+IF\s+NOT\s+EXISTS\s+(\w+)/i.exec(sql);
  const [, kind = "", name = ""] = found ?? [];
  return found ? `${kind.toLowerCase()} ${name}` : sql.replace(/\s+/g, " ").trim();
}
const hashStatement = (sql: string): string =>
  createHash("sha256").update(sql.replace(/\s+/g, " ").trim()).digest("hex").slice(0, 16);
const readBaseShape = (tables: readonly string[]): Record<string, string> =>
  Object.fromEntries(tables.map((sql) => [nameStatement(sql), hashStatement(sql)]));

/** Returns the names of the tables in this database that belong to no entity, as recorded by `migrate`. */
export async function readAppliedTables(db: Queries): Promise<string[]> {
  const [base] = await db.query("SELECT shape FROM schema_lock WHERE entity = $1", [BASE]);
  return Object.keys(base?.shape ?? {}).flatMap((name) => (name.startsWith("table ") ? [name.slice(6)] : []));
}

async function applyBase(
  db: Database,
  tables: readonly string[],
  base: Record<string, string> | undefined,
  report: Report,
): Promise<void> {
  const applied = base ?? {};
  const wanted = readBaseShape(tables);
  const edited = Object.entries(wanted)
    .filter(([name, hash]) => applied[name] !== undefined && applied[name] !== hash)
    .map(([name]) => name);
  if (edited.length > 0) {
    throw new SchemaRefused(
      edited.map(
        (name) =>
          `${name}: its statement was changed after it ran here; add an ALTER statement after it instead (or, in development, begin with an empty data folder).`,
      ),
    );
  }
  const pending = tables.filter((sql) => applied[nameStatement(sql)] === undefined);
  // Use one transaction for a new database, because no calls wait for its locks, and it is several times as fast.
  if (base) for (const sql of pending) await create(db, sql);
  else await db.tx(async (tx) => pending.forEach((sql) => tx.send(sql)), SLOW);
  report.done.push(...pending.map(nameStatement));
  await lock(db, BASE, hashStatement(canonicalize(wanted)), wanted);
}

/**
 * Runs a statement such as `CREATE TABLE IF NOT EXISTS`. Retries it once if another server creates the same object at
 * the same time, because the object exists by the second try.
 */
async function create(db: Database, sql: string): Promise<void> {
  try {
    await db.query(sql);
  } catch (error) {
    if (!(error instanceof DatabaseError && ["23505", "42P07", "42710"].includes(error.code))) throw error;
    await db.query(sql);
  }
}
