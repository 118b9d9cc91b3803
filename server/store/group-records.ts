/** Reads the groups of a list: their counts and sums over all records that match a query. */
import {
  foldGroups,
  groupRows,
  buildGroupsSql,
  buildGroupSumsSql,
  MAX_GROUPS,
  type Entity,
  type GroupTotal,
  type Query,
  type Row,
} from "@portolan/engine";
import { resolveNamed } from "./page.ts";
import type { RecordReader } from "./read-records.ts";

/** The first `MAX_GROUPS` groups: the largest, or the latest periods. `moreGroups` is true if there are others. */
export interface Groups {
  groups: GroupTotal[];
  moreGroups?: true;
}

/**
 * Reads the groups by `query.group`. One statement reads their values and counts, and those of `buildGroupSumsSql` read
 * the sums. Rows in memory are grouped without a statement.
 */
export async function groupRecords(
  { db, inMemory, from }: RecordReader,
  entity: Entity,
  query: Query,
  { tenant }: { tenant: string },
): Promise<Groups> {
  const rows = inMemory(entity);
  if (rows) return cut(groupRows(entity, rows, query));
  const scope = { tenant, from: await from(entity) };
  const resolved = await resolveNamed(db, entity, query, scope);
  const { sql, params } = buildGroupsSql(entity, resolved, scope);
  const found = await db.query(sql, params);
  const values = cut(foldGroups(entity, found, { statements: [], results: [] })).groups.map(({ value }) => value);
  const statements = buildGroupSumsSql(entity, resolved, scope, values);
  const results: Row[][] = [];
  for (const statement of statements) results.push(await db.query(statement.sql, statement.params));
  return cut(foldGroups(entity, found, { statements, results }));
}

const cut = (groups: GroupTotal[]): Groups =>
  groups.length > MAX_GROUPS ? { groups: groups.slice(0, MAX_GROUPS), moreGroups: true } : { groups };
