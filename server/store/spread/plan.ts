/** Plans how a table is spread: the statements, which run in one transaction. */
import { quote } from "../quote.ts";
import type { StoredIndex, StoredTable } from "./catalogue.ts";
import { findPlacement, type Placements } from "./placement.ts";

/** What spreads the tables: PostgreSQL's own partitions, a number of them, or the nodes of Citus. */
export type SpreadEngine = { by: "partitions"; parts: number } | { by: "citus" };

/** How a table is spread. */
export interface TablePlan {
  table: string;
  /** Result, for the printout. */
  says: string;
  statements: readonly string[];
}

/** Suffix of a table while its rows are copied. */
const WHOLE = "_whole";

/** Returns the plans of the tables that are not spread yet. `known`: tables that Citus has already. */
export function planSpread(
  tables: readonly StoredTable[],
  placements: Placements,
  engine: SpreadEngine,
  known: ReadonlySet<string> = new Set(),
): TablePlan[] {
  return tables.flatMap((table) => {
    const placement = findPlacement(placements, table.name);
    if (engine.by === "partitions") {
      if (placement !== "tenant" || table.isPartitioned) return [];
      const says = `${engine.parts} partitions by m`;
      return [{ table: table.name, says, statements: planPartitions(table, engine.parts) }];
    }
    if (known.has(table.name) || placement === "coordinator") return [];
    return placement === "everywhere"
      ? [{ table: table.name, says: "on every node", statements: [createReference(table.name)] }]
      : [{ table: table.name, says: "by m", statements: planShards(table) }];
  });
}

const createReference = (table: string): string => `SELECT create_reference_table(${quote(table)})`;

/** Returns the columns of a unique index with `m` first, as a spread table needs them. */
const leadByTenant = ({ columns }: StoredIndex): string[] => ["m", ...columns.filter((column) => column !== "m")];

const isLedByTenant = ({ columns }: StoredIndex): boolean => columns[0] === "m";

/** Returns the statement that makes an index of a table again, a unique one led by `m`. */
function buildIndex(table: string, index: StoredIndex): string {
  const columns = leadByTenant(index).join(", ");
  if (index.isPrimary) return `ALTER TABLE ${table} ADD CONSTRAINT ${index.name} PRIMARY KEY (${columns})`;
  if (index.isConstraint) return `ALTER TABLE ${table} ADD CONSTRAINT ${index.name} UNIQUE (${columns})`;
  if (index.isUnique && !isLedByTenant(index)) return `CREATE UNIQUE INDEX ${index.name} ON ${table} (${columns})`;
  return index.definition;
}

/** Gives rows without a tenant the empty one: a spread table places every row. */
const nameTenants = ({ name, isTenantOptional }: StoredTable): string[] =>
  isTenantOptional
    ? [`UPDATE ${name} SET m = '' WHERE m IS NULL`, `ALTER TABLE ${name} ALTER COLUMN m SET NOT NULL`]
    : [];

/** Replaces a table by one with partitions: its rows are copied while no call reaches it. */
function planPartitions(table: StoredTable, parts: number): string[] {
  const { name, indexes, grants } = table;
  const whole = `${name}${WHOLE}`;
  return [
    ...nameTenants(table),
    `ALTER TABLE ${name} RENAME TO ${whole}`,
    `CREATE TABLE ${name} (LIKE ${whole} INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY HASH (m)`,
    ...Array.from(
      { length: parts },
      (_, at) => `CREATE TABLE ${name}_p${at} PARTITION OF ${name} FOR VALUES WITH (MODULUS ${parts}, REMAINDER ${at})`,
    ),
    `INSERT INTO ${name} SELECT * FROM ${whole}`,
    `DROP TABLE ${whole}`,
    ...indexes.map((index) => buildIndex(name, index)),
    ...grants,
  ];
}

/** Hands a table to Citus: `m` in one collation, so that tables of tenants are in the same places, and `m` first in each unique key. */
function planShards(table: StoredTable): string[] {
  const { name, collation, indexes } = table;
  const wrong = indexes.filter((index) => index.isUnique && !isLedByTenant(index));
  return [
    ...nameTenants(table),
    ...wrong.map((index) =>
      index.isConstraint ? `ALTER TABLE ${name} DROP CONSTRAINT ${index.name}` : `DROP INDEX ${index.name}`,
    ),
    ...(collation === "C" ? [] : [`ALTER TABLE ${name} ALTER COLUMN m TYPE text COLLATE "C"`]),
    ...wrong.map((index) => buildIndex(name, index)),
    `SELECT create_distributed_table(${quote(name)}, 'm')`,
  ];
}
