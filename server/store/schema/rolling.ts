/**
 * Migrates while nodes of another version are running. Additions are made immediately, columns and indexes that those
 * nodes need are removed later, and columns that they do not write are filled later.
 */
import { canonicalize } from "../../core/canonical.ts";
import type { Plan } from "./plan.ts";
import type { Shape } from "./shape.ts";

/** Columns that some of the running nodes do not write, and since when. */
export interface Unfilled {
  columns: string[];
  /** Time in ISO 8601. */
  since: string;
}

/** A stored shape, with what a migration deferred. */
export interface StoredShape extends Shape {
  unfilled?: Unfilled;
}

/**
 * Thrown when a migration includes changes that running nodes of another version do not tolerate. Nothing was changed.
 */
export class NodesRunning extends Error {
  override readonly name = "NodesRunning";
  constructor(readonly changes: readonly string[]) {
    super(`These changes need every node stopped:\n${changes.map((line) => `  ${line}`).join("\n")}`);
  }
}

const MAKES_TABLE = /^\s*CREATE\s+TABLE\s+IF\s+NOT\s+EXISTS\s+(\w+)/i;
const MAKES_INDEX = /^\s*CREATE\s+INDEX\s+IF\s+NOT\s+EXISTS\s/i;
const ADDS_COLUMN = /^\s*ALTER\s+TABLE\s+\w+\s+ADD\s+COLUMN\s+IF\s+NOT\s+EXISTS\s+\w+\s+[^,;]+$/i;
const FRESH_COLUMN = /^\s*ALTER\s+TABLE\s+(\w+)\s+ADD\s+COLUMN\s+IF\s+NOT\s+EXISTS\s+(\w+)\s+\w+\s*$/i;
const UNIQUE_COLUMNS = /^\s*CREATE\s+UNIQUE\s+INDEX\s+IF\s+NOT\s+EXISTS\s+\w+\s+ON\s+(\w+)\s+\(([\w\s,]+)\)\s*$/i;
const ABOUT_TABLE = /^\s*(?:ALTER\s+TABLE|CREATE\s+UNIQUE\s+INDEX\s+IF\s+NOT\s+EXISTS\s+\w+\s+ON)\s+(\w+)/i;

/** Returns whether a node that does not know a column can insert rows: the column is nullable or has a default. */
const isOptional = (sql: string): boolean => !/\bNOT\s+NULL\b/i.test(sql) || /\bDEFAULT\b/i.test(sql);

/**
 * Returns the statements that nodes of another version do not tolerate: all but new tables and statements about them,
 * new optional columns, non-unique indexes, and unique ones over a new nullable column. To declare a change of written values without such a statement, add a
 * `COMMENT ON TABLE` that describes it.
 */
export function listStatementStops(pending: readonly string[]): string[] {
  const fresh = new Set(pending.flatMap((sql) => MAKES_TABLE.exec(sql)?.[1] ?? []));
  const columns = new Set(pending.map((sql) => FRESH_COLUMN.exec(sql)?.slice(1).join(".")));
  return pending.filter(
    (sql) =>
      !MAKES_TABLE.test(sql) &&
      !isUniqueOver(sql, columns) &&
      !MAKES_INDEX.test(sql) &&
      !(ADDS_COLUMN.test(sql) && isOptional(sql)) &&
      !fresh.has(ABOUT_TABLE.exec(sql)?.[1] ?? ""),
  );
}

/**
 * Returns whether a statement creates a unique index over one of the given columns (`table.column`), which are new,
 * nullable and without a default: nodes that do not know the column write null, which a unique index never refuses.
 */
function isUniqueOver(sql: string, columns: ReadonlySet<string | undefined>): boolean {
  const [, table = "", names = ""] = UNIQUE_COLUMNS.exec(sql) ?? [];
  return names.split(",").some((name) => columns.has(`${table}.${name.trim()}`));
}

/** Returns the changes in a plan that nodes of another version do not tolerate. */
export function listPlanStops({ entity, fresh, replaceColumns, seal, moves, dropColumns, addIndexes }: Plan): string[] {
  if (fresh) return [];
  const unique = addIndexes.flatMap(([name, index]) => (index.unique ? [name] : []));
  return [
    ...replaceColumns.map(([column]) => `${entity.name}: column ${column} changes its type`),
    ...seal.map((field) => `${entity.name}: ${field} is sealed`),
    ...moves.map(({ from, field }) => `${entity.name}: values of ${from} move to ${field.name}`),
    ...dropColumns.map((column) => `${entity.name}: column ${column} is removed`),
    ...unique.map((name) => `${entity.name}: the unique index ${name}`),
  ];
}

/** Returns the plan without removals of indexes, which nodes of another version still need. */
export const withoutRemovals = (plan: Plan): Plan => ({ ...plan, dropIndexes: [] });

/**
 * Returns the shape to store after a rolling migration. It still lists the columns and indexes that only the old nodes
 * use, and the columns to fill again later: new ones, and old ones that the new nodes do not write.
 */
export function describeLeft(
  { fresh, shape, addColumns }: Plan,
  applied: StoredShape | undefined,
  now: number,
): StoredShape {
  const added = fresh ? [] : addColumns.map(([column]) => column);
  const left = Object.keys(applied?.columns ?? {}).filter((column) => shape.columns[column] === undefined);
  const columns = [...(applied?.unfilled?.columns ?? []), ...added, ...left];
  return {
    ...shape,
    columns: { ...applied?.columns, ...shape.columns },
    indexes: { ...applied?.indexes, ...shape.indexes },
    ...(columns.length > 0 && {
      unfilled: { columns: [...new Set(columns)], since: applied?.unfilled?.since ?? new Date(now).toISOString() },
    }),
  };
}

/**
 * Returns whether a node can run on tables with another shape, such as those of a later version: all of its columns and
 * indexes must exist, values must be sealed and defaulted in the same way, and stand under the names that it reads.
 */
export function isCovered(own: Shape, applied: Shape | undefined): boolean {
  if (!applied) return false;
  const isSame = ([name, { sealed, absent }]: [string, Shape["fields"][string]]) => {
    const field = applied.fields[name];
    return !field || (field.sealed === sealed && canonicalize(field.absent) === canonicalize(absent));
  };
  const moved = new Set(Object.values(applied.fields).flatMap(({ formerly = [] }) => formerly));
  const isNamed = ([name, { formerly = [] }]: [string, Shape["fields"][string]]) =>
    !moved.has(name) && formerly.every((from) => applied.fields[name]?.formerly?.includes(from));
  return (
    Object.entries(own.columns).every(([column, type]) => applied.columns[column] === type) &&
    Object.keys(own.indexes).every((name) => applied.indexes[name] !== undefined) &&
    Object.entries(own.fields).every((field) => isSame(field) && isNamed(field))
  );
}
