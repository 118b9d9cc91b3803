/** Plans the statements that distribute tables. The statements of one table run in one transaction. */
import { quote } from "../quote.ts";
import type { StoredIndex, StoredTable } from "./catalogue.ts";
import { findPlacement, type Placements } from "./placement.ts";

/** How the tables are distributed: by a number of PostgreSQL partitions, or over the nodes of Citus. */
export type DistributionEngine = { by: "partitions"; parts: number } | { by: "citus" };

export interface TablePlan {
  table: string;
  /** The resulting distribution as printed, such as `by m`. */
  description: string;
  statements: readonly string[];
}

/** Suffix of the original table while its rows are copied. */
const WHOLE = "_whole";

/** Returns the plans for the tables that are not distributed yet. `known`: tables that Citus already manages. */
export function planDistribution(
  tables: readonly StoredTable[],
  placements: Placements,
  engine: DistributionEngine,
  known: ReadonlySet<string> = new Set(),
): TablePlan[] {
  return tables.flatMap((table) => {
    const placement = findPlacement(placements, table.name);
    if (engine.by === "partitions") {
      if (placement !== "tenant" || table.isPartitioned) return [];
      const description = `${engine.parts} partitions by m`;
      return [{ table: table.name, description, statements: planPartitions(table, engine.parts) }];
    }
    if (known.has(table.name) || placement === "coordinator") return [];
    return placement === "everywhere"
      ? [{ table: table.name, description: "on every node", statements: [createReference(table.name)] }]
      : [{ table: table.name, description: "by m", statements: planShards(table) }];
  });
}

const createReference = (table: string): string => `SELECT create_reference_table(${quote(table)})`;

/** Returns the columns of a unique index with `m` first, as a distributed table requires. */
const putTenantFirst = ({ columns }: StoredIndex): string[] => ["m", ...columns.filter((column) => column !== "m")];

const isLedByTenant = ({ columns }: StoredIndex): boolean => columns[0] === "m";

/** Returns the statement that recreates an index of a table. A unique index gets `m` as first column. */
function buildIndex(table: string, index: StoredIndex): string {
  const columns = putTenantFirst(index).join(", ");
  if (index.isPrimary) return `ALTER TABLE ${table} ADD CONSTRAINT ${index.name} PRIMARY KEY (${columns})`;
  if (index.isConstraint) return `ALTER TABLE ${table} ADD CONSTRAINT ${index.name} UNIQUE (${columns})`;
  if (index.isUnique && !isLedByTenant(index)) return `CREATE UNIQUE INDEX ${index.name} ON ${table} (${columns})`;
  return index.definition;
}

/**
 * Returns the statements that replace a null tenant with an empty string, because a distributed table needs a tenant in
 * every row.
 */
const replaceNullTenants = ({ name, isTenantOptional }: StoredTable): string[] =>
  isTenantOptional
    ? [`UPDATE ${name} SET m = '' WHERE m IS NULL`, `ALTER TABLE ${name} ALTER COLUMN m SET NOT NULL`]
    : [];

/**
 * Returns the statements that replace a table with a partitioned one. Calls cannot access it while its rows are copied.
 */
function planPartitions(table: StoredTable, parts: number): string[] {
  const { name, indexes, grants } = table;
  const whole = `${name}${WHOLE}`;
  return [
    ...replaceNullTenants(table),
    `ALTER TABLE ${name} RENAME TO ${whole}`,
    `CREATE TABLE ${name} (LIKE ${whole} INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY HASH (m)`,
    ...Array.from(
      { length: parts },
      (_, index) =>
        `CREATE TABLE ${name}_p${index} PARTITION OF ${name} FOR VALUES WITH (MODULUS ${parts}, REMAINDER ${index})`,
    ),
    `INSERT INTO ${name} SELECT * FROM ${whole}`,
    `DROP TABLE ${whole}`,
    ...indexes.map((index) => buildIndex(name, index)),
    ...grants,
  ];
}

/**
 * Returns the statements that distribute a table with Citus: `m` gets the same collation everywhere, so that the tables
 * of tenants are co-located, and becomes the first column of each unique key.
 */
function planShards(table: StoredTable): string[] {
  const { name, collation, indexes } = table;
  const wrong = indexes.filter((index) => index.isUnique && !isLedByTenant(index));
  return [
    ...replaceNullTenants(table),
    ...wrong.map((index) =>
      index.isConstraint ? `ALTER TABLE ${name} DROP CONSTRAINT ${index.name}` : `DROP INDEX ${index.name}`,
    ),
    ...(collation === "C" ? [] : [`ALTER TABLE ${name} ALTER COLUMN m TYPE text COLLATE "C"`]),
    ...wrong.map((index) => buildIndex(name, index)),
    `SELECT create_distributed_table(${quote(name)}, 'm')`,
  ];
}
