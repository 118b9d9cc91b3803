/** Migrates the tables to the code and the schemas at every start, before the server listens. */
import { createHash } from "node:crypto";
import type { Entity } from "../../../src/engine/index.ts";
import type { Seal } from "../../core/seal.ts";
import { DatabaseError, type Database, type Queries } from "../database.ts";
import { allRows, apply } from "./apply.ts";
import { leased } from "./lease.ts";
import { lockTables } from "./lock-tables.ts";
import { planMigration, type Plan, type Question } from "./plan.ts";
import { canonical, computeShape, type Shape } from "./shape.ts";

export interface MigrateOptions {
  /** Statements for tables that belong to no entity, in order; each runs once per database. */
  tables: readonly string[];
  /** Changes to apply although stored rows contradict them, as `entity.field`. The rows keep their values, unread. */
  accept?: readonly string[];
  /** Seals stored values of fields that became `x-sealed`; such a change throws without it. */
  seal?: Seal;
}
export interface Report {
  /** Applied changes, one line each. */
  done: string[];
  /** Rules that stored rows violate, with counts; the rows are unchanged. */
  warnings: string[];
}

/** Thrown when stored rows contradict the schemas; nothing was changed. `findings` has a line with the count for each rule. */
export class SchemaRefused extends Error {
  override readonly name = "SchemaRefused";
  constructor(readonly findings: readonly string[]) {
    super(`The stored records do not fit the schemas:\n${findings.map((line) => `  ${line}`).join("\n")}`);
  }
}

const BASE = "(base)";

/** Creates the tables that record what was migrated; reads and changes nothing else. */
export async function prepareStore(db: Database): Promise<void> {
  for (const sql of lockTables) await create(db, sql);
}

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
  const stored = [...schemas.entities.values()].filter(({ source }) => source === "store");
  if (!(await isPending(db, stored, tables))) return report;
  return leased(db, async (alive) => {
    const { base, shapes } = await readLocks(db);
    const plans = stored
      .map((entity) => planMigration(entity, computeShape(entity), shapes.get(entity.name)))
      .filter((plan) => canonical(plan.shape) !== canonical(shapes.get(plan.entity.name)));
    const refused: string[] = [];
    for (const plan of plans) await survey(db, plan, new Set(accept), { report, refused });
    if (refused.length > 0) throw new SchemaRefused(refused);
    await applyBase(db, tables, base ?? {}, report);
    for (const plan of plans) {
      await apply(db, plan, alive, seal);
      await lock(db, plan.entity.name, plan.entity.version, plan.shape);
      report.done.push(...reportLines(plan));
    }
    return report;
  });
}

/** What the database was migrated to: hashes of the handed-in statements, and shapes by entity. */
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
    canonical(base) !== canonical(baseShape(tables)) ||
    stored.some((entity) => canonical(computeShape(entity)) !== canonical(shapes.get(entity.name)))
  );
}

async function lock(db: Database, entity: string, version: string, shape: unknown): Promise<void> {
  await db.query(
    `INSERT INTO schema_lock (entity, version, shape, applied_at) VALUES ($1, $2, $3, $4)
      ON CONFLICT (entity) DO UPDATE SET version = excluded.version, shape = excluded.shape, applied_at = excluded.applied_at`,
    [entity, version, JSON.stringify(shape), new Date().toISOString()],
  );
}

/** Rules that cannot be accepted: values do not become unique, nor sealed ones readable. */
const FIRM: ReadonlySet<Question["kind"]> = new Set(["unique", "unsealed"]);

/** Counts the rows that each question concerns, in one pass over the table. */
async function survey(
  db: Database,
  { entity, questions, notes }: Plan,
  accept: ReadonlySet<string>,
  { report, refused }: { report: Report; refused: string[] },
): Promise<void> {
  const counts = new Map<Question, number>();
  if (questions.length > 0) {
    for await (const rows of allRows(db, entity)) {
      for (const { m: tenant, data } of rows)
        for (const question of questions)
          if (question.concerns(data, tenant)) counts.set(question, (counts.get(question) ?? 0) + 1);
    }
  }
  for (const question of questions) {
    const { field, stops, kind } = question;
    const count = counts.get(question) ?? 0;
    if (count === 0) continue;
    const name = `${entity.name}.${field}`;
    const line = `${entity.file}: ${name}: ${question.say(count)}`;
    if (!stops || (accept.has(name) && !FIRM.has(kind))) report.warnings.push(line);
    else
      refused.push(
        FIRM.has(kind)
          ? `${line}.`
          : `${line}, or accept it with SCHEMA_ACCEPT=${name}: ${kind === "stranded" ? "the records stay where they are" : "the values stay in the records, unread"}.`,
      );
  }
  report.done.push(...notes);
}

function reportLines({ entity, fresh, addColumns, replaceColumns, addIndexes, dropIndexes, seal }: Plan): string[] {
  if (fresh) return [`${entity.name}: a new table`];
  const columns = [...addColumns, ...replaceColumns].map(([column]) => column);
  return [
    ...(columns.length > 0 ? [`${entity.name}: columns ${columns.join(", ")}`] : []),
    ...(seal.length > 0 ? [`${entity.name}: sealed ${seal.join(", ")}`] : []),
    ...(addIndexes.length + dropIndexes.length > 0
      ? [`${entity.name}: ${addIndexes.length} indexes made, ${dropIndexes.length} dropped`]
      : []),
  ];
}

/** Returns the name of a statement: `table session` for `CREATE TABLE IF NOT EXISTS session (…`, else its text. */
function nameStatement(sql: string): string {
  const found = /^\s*CREATE\s+(?:UNIQUE\s+)?(TABLE|INDEX)\s+IF\s+NOT\s+EXISTS\s+(\w+)/i.exec(sql);
  const [, kind = "", name = ""] = found ?? [];
  return found ? `${kind.toLowerCase()} ${name}` : sql.replace(/\s+/g, " ").trim();
}
const hashStatement = (sql: string): string =>
  createHash("sha256").update(sql.replace(/\s+/g, " ").trim()).digest("hex").slice(0, 16);
const baseShape = (tables: readonly string[]): Record<string, string> =>
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
  const wanted = baseShape(tables);
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
  await lock(db, BASE, hashStatement(canonical(wanted)), wanted);
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
