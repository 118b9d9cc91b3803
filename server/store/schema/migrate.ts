/** Migrates the tables to the code and the schemas at every start, before the server listens. */
import { createHash } from "node:crypto";
import type { Entity } from "../../../src/engine/index.ts";
import type { Seal } from "../../core/seal.ts";
import { DatabaseError, type Database, type Queries } from "../database.ts";
import { apply } from "./apply.ts";
import { runLeased } from "./lease.ts";
import { lockTables } from "./lock-tables.ts";
import { canonicalize, computeShape, type Shape } from "./shape.ts";
import { reportLines, surveyAll, SchemaRefused, type Report } from "./survey.ts";

export { SchemaRefused, type Report } from "./survey.ts";

export interface MigrateOptions {
  /** Statements for tables that belong to no entity, in order; each runs once per database. */
  tables: readonly string[];
  /** Changes to apply although stored rows contradict them, as `entity.field`. The rows keep their values, unread. */
  accept?: readonly string[];
  /** Seals stored values of fields that became `x-sealed`; such a change throws without it. */
  seal?: Seal;
}
/** Thrown by a start that may not change tables, when they are not those of code and schemas. Nothing was changed. */
export class MigrationNeeded extends Error {
  override readonly name = "MigrationNeeded";
  constructor() {
    super("The database is behind this version. Nothing was started: run portolan migrate, then start again.");
  }
}

const BASE = "(base)";
/** SQLSTATE of a table that does not exist. */
const NO_TABLE = "42P01";

/** Creates the tables that record migrations; reads and changes nothing else. A role that may create none can start where they exist. */
export async function prepareStore(db: Database): Promise<void> {
  const tables = await db.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()",
  );
  const existing = new Set(tables.map(({ name }) => `table ${name}`));
  for (const sql of lockTables) if (!existing.has(nameStatement(sql))) await create(db, sql);
}

/** Asserts that the tables are those of code and schemas. Changes nothing. @throws MigrationNeeded otherwise */
export async function requireMigrated(
  db: Database,
  schemas: { entities: ReadonlyMap<string, Entity> },
  tables: readonly string[],
): Promise<void> {
  const isBehind = await isPending(db, listStored(schemas), tables).catch((error: unknown) => {
    if (error instanceof DatabaseError && error.code === NO_TABLE) return true;
    throw error;
  });
  if (isBehind) throw new MigrationNeeded();
}

/**
 * Returns what `migrate` would do, and changes nothing.
 *
 * @throws SchemaRefused as `migrate`
 */
export async function planAll(
  db: Database,
  schemas: { entities: ReadonlyMap<string, Entity> },
  { tables, accept = [] }: MigrateOptions,
): Promise<Report> {
  const report: Report = { done: [], warnings: [] };
  const locks = await readLocks(db).catch((error: unknown): Locks => {
    if (error instanceof DatabaseError && error.code === NO_TABLE) return { base: undefined, shapes: new Map() };
    throw error;
  });
  const plans = await surveyAll(db, listStored(schemas), { shapes: locks.shapes, accept, report });
  const applied = locks.base ?? {};
  report.done.push(...tables.map(nameStatement).filter((name) => applied[name] === undefined));
  report.done.push(...plans.flatMap(reportLines));
  return report;
}

const listStored = ({ entities }: { entities: ReadonlyMap<string, Entity> }): Entity[] =>
  [...entities.values()].filter(({ source }) => source === "store");

/**
 * Migrates the handed-in tables and those of the entities while other nodes serve calls.
 *
 * @throws SchemaRefused before any change, when stored rows would be lost or a statement of `tables` was edited.
 */
export async function migrate(
  db: Database,
  schemas: { entities: ReadonlyMap<string, Entity> },
  { tables, accept = [], seal }: MigrateOptions,
): Promise<Report> {
  const report: Report = { done: [], warnings: [] };
  await prepareStore(db);
  const stored = listStored(schemas);
  if (!(await isPending(db, stored, tables))) return report;
  return runLeased(db, async (alive) => {
    const locks = await readLocks(db);
    const plans = await surveyAll(db, stored, { shapes: locks.shapes, accept, report });
    await applyBase(db, tables, locks.base ?? {}, report);
    for (const plan of plans) {
      await apply(db, plan, alive, seal);
      await lock(db, plan.entity.name, plan.entity.version, plan.shape);
      report.done.push(...reportLines(plan));
    }
    return report;
  });
}

/** Migrated state of the database: hashes of the given statements, and shapes by entity. */
interface Locks {
  base: Record<string, string> | undefined;
  shapes: ReadonlyMap<string, Shape>;
}

async function readLocks(db: Database): Promise<Locks> {
  const [base] = await db.query<{ shape: Record<string, string> }>(`SELECT shape FROM schema_lock WHERE entity = $1`, [
    BASE,
  ]);
  const rows = await db.query<{ entity: string; shape: Shape }>(
    "SELECT entity, shape FROM schema_lock WHERE entity <> $1",
    [BASE],
  );
  return { base: base?.shape, shapes: new Map(rows.map(({ entity, shape }) => [entity, shape])) };
}

/** Returns whether anything differs. Most starts find nothing and need no lease. */
async function isPending(db: Database, stored: Entity[], tables: readonly string[]): Promise<boolean> {
  const { base, shapes } = await readLocks(db);
  return (
    canonicalize(base) !== canonicalize(readBaseShape(tables)) ||
    stored.some((entity) => canonicalize(computeShape(entity)) !== canonicalize(shapes.get(entity.name)))
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

/** Returns the names of the handed-in tables that this database has. */
export async function readAppliedTables(db: Queries): Promise<string[]> {
  const [base] = await db.query<{ shape: Record<string, string> }>("SELECT shape FROM schema_lock WHERE entity = $1", [
    BASE,
  ]);
  return Object.keys(base?.shape ?? {}).flatMap((name) => (name.startsWith("table ") ? [name.slice(6)] : []));
}

async function applyBase(
  db: Database,
  tables: readonly string[],
  applied: Record<string, string>,
  report: Report,
): Promise<void> {
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
  for (const sql of tables) {
    if (applied[nameStatement(sql)] !== undefined) continue;
    await create(db, sql);
    report.done.push(nameStatement(sql));
  }
  await lock(db, BASE, hashStatement(canonicalize(wanted)), wanted);
}

/** Runs a CREATE statement; retries the conflict of two servers that create the same table, which exists then. */
async function create(db: Database, sql: string): Promise<void> {
  try {
    await db.query(sql);
  } catch (error) {
    if (!(error instanceof DatabaseError && ["23505", "42P07", "42710"].includes(error.code))) throw error;
    await db.query(sql);
  }
}
