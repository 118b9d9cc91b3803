/** Reading and writing one record inside an event's transaction. */
import { columnValue, projected, tableOf, type Entity, type Row } from "../../src/engine/index.ts";
import { Failure } from "../failure.ts";
import { insertRows } from "../ledger/rows.ts";
import type { Queries } from "../store/database.ts";
import type { Stored } from "./context.ts";

/** The record, or nothing: another merchant's answers like one that does not exist. */
export async function load(db: Queries, entity: Entity, m: string, id: string): Promise<Stored | undefined> {
  const [row] = await db.query(`SELECT id, status, version, data FROM ${tableOf(entity)} WHERE m = $1 AND id = $2`, [m, id]);
  return row && { id: row.id, status: row.status, version: Number(row.version), data: row.data };
}

/** Stores a new record. */
export async function add(tx: Queries, entity: Entity, m: string, record: Stored, at: number): Promise<void> {
  await addAll(tx, entity, [{ m, record, at }]);
}

/** Stores new records of one entity with few statements. */
export async function addAll(tx: Queries, entity: Entity, rows: readonly { m: string; record: Stored; at: number; changedAt?: number }[]): Promise<void> {
  const names = ["m", "id", "status", "version", "schema_version", "created_at", "updated_at", "data", ...columnsOf(entity, {}).keys()];
  await insertRows(tx, tableOf(entity), names, rows.map(({ m, record, at, changedAt }) => [
    m, record.id, record.status, record.version, entity.version, new Date(at).toISOString(), new Date(changedAt ?? at).toISOString(),
    JSON.stringify(record.data), ...columnsOf(entity, record.data).values()]));
}

/** Writes a changed record, if it still is as it was read. Throws `stale` otherwise. */
export async function change(tx: Queries, entity: Entity, m: string, before: Stored, after: Stored, at: number): Promise<void> {
  const columns = columnsOf(entity, after.data);
  const set = ["status", "version", "updated_at", "data", ...columns.keys()].map((name, i) => `${name} = $${i + 5}`).join(", ");
  const rows = await tx.query(`UPDATE ${tableOf(entity)} SET ${set} WHERE m = $1 AND id = $2 AND status = $3 AND version = $4 RETURNING id`,
    [m, before.id, before.status, before.version, after.status, after.version, new Date(at).toISOString(), JSON.stringify(after.data), ...columns.values()]);
  if (rows.length === 0) throw new Failure("stale");
}

function columnsOf(entity: Entity, data: Row): Map<string, string | boolean | null> {
  return new Map([...projected(entity).values()].map(({ field, column }) => [column, columnValue(field, data[field.name])]));
}
