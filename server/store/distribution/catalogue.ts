/**
 * Reads the tables of a database from PostgreSQL's catalog: their keys, indexes and grants, and whether they are
 * distributed.
 */
import type { Queries } from "../database.ts";

export interface StoredIndex {
  name: string;
  columns: readonly string[];
  definition: string;
  isUnique: boolean;
  isPrimary: boolean;
  /** Whether a constraint created it, so that the constraint must be dropped instead. */
  isConstraint: boolean;
}

export interface StoredTable {
  name: string;
  isPartitioned: boolean;
  /** Collation of `m`, or undefined if there is no such column. */
  collation: string | undefined;
  /** Whether `m` may be null. */
  isTenantOptional: boolean;
  indexes: readonly StoredIndex[];
  /** Statements that grant the existing privileges again. */
  grants: readonly string[];
}

type TableRow = Pick<StoredTable, "name"> & {
  partitioned: boolean;
  collation: string | null;
  optional: boolean | null;
};
type IndexRow = StoredIndex & { table: string };

/** Reads all tables except partitions, ordered by name. */
export async function readTables(db: Queries): Promise<StoredTable[]> {
  const tables = await db.query<TableRow>(
    `SELECT c.relname AS name, c.relkind = 'p' AS partitioned, l.collname AS collation, NOT a.attnotnull AS optional FROM pg_class c
      LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'm' AND NOT a.attisdropped
      LEFT JOIN pg_collation l ON l.oid = a.attcollation
     WHERE c.relnamespace = CAST(current_schema() AS regnamespace) AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`,
  );
  const indexes = await db.query<IndexRow>(
    `SELECT t.relname AS table, i.relname AS name, pg_get_indexdef(x.indexrelid) AS definition, x.indisunique AS "isUnique", x.indisprimary AS "isPrimary",
       k.conname IS NOT NULL AS "isConstraint",
       array_to_json(ARRAY(SELECT pg_get_indexdef(x.indexrelid, at, TRUE) FROM generate_series(1, x.indnkeyatts) at)) AS columns
      FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
      LEFT JOIN pg_constraint k ON k.conindid = x.indexrelid AND k.conrelid = t.oid AND k.contype IN ('p', 'u')
     WHERE t.relnamespace = CAST(current_schema() AS regnamespace) ORDER BY 1, 2`,
  );
  const grants = await db.query<{ table: string; grant: string }>(
    `SELECT c.relname AS table, 'GRANT ' || a.privilege_type || ' ON ' || quote_ident(c.relname) || ' TO ' || quote_ident(r.rolname) AS grant
      FROM pg_class c, aclexplode(c.relacl) a JOIN pg_roles r ON r.oid = a.grantee
     WHERE c.relnamespace = CAST(current_schema() AS regnamespace) AND c.relkind IN ('r', 'p') AND a.grantee <> c.relowner ORDER BY 1, 2`,
  );
  return tables.map(({ name, partitioned, collation, optional }) => ({
    name,
    isPartitioned: partitioned,
    collation: collation ?? undefined,
    isTenantOptional: optional ?? false,
    indexes: indexes.filter(({ table }) => table === name),
    grants: grants.filter(({ table }) => table === name).map(({ grant }) => grant),
  }));
}

/**
 * Returns the number of partitions per partitioned table (the maximum, if they differ), or 0 if no table is
 * partitioned.
 */
export async function readPartitions(db: Queries): Promise<number> {
  const [row] = await db.query(
    `SELECT COALESCE(max(n), 0) AS n FROM (SELECT count(*) AS n FROM pg_inherits h JOIN pg_class p ON p.oid = h.inhparent
      WHERE p.relkind = 'p' AND p.relnamespace = CAST(current_schema() AS regnamespace) GROUP BY h.inhparent) s`,
  );
  return Number(row?.n ?? 0);
}

/** Reads the names of the tables that Citus manages, or undefined if the database does not have Citus. */
export async function readCitusTables(db: Queries): Promise<ReadonlySet<string> | undefined> {
  const [extension] = await db.query("SELECT 1 FROM pg_extension WHERE extname = 'citus'");
  if (!extension) return undefined;
  const rows = await db.query<{ name: string }>("SELECT CAST(logicalrelid AS text) AS name FROM pg_dist_partition");
  return new Set(rows.map(({ name }) => name));
}
