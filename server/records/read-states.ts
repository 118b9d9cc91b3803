/** Reads the states of records, and when they entered them. */
import { getTableName, type Entity, type Row } from "@portolan/engine";
import type { Queries } from "../store/database.ts";

export interface RecordState {
  id: string;
  status: string;
  data: Row;
  /** Time in milliseconds at which the record entered its state; NaN without an event that led there. */
  since: number;
}

/** Reads the states of a tenant's records by their keys. */
export async function readStates(
  db: Queries,
  entity: Entity,
  tenant: string,
  ids: readonly string[],
): Promise<RecordState[]> {
  const placeholders = ids.map((_id, index) => `$${index + 2}`).join(", ");
  const records = await db.query(
    `SELECT id, status, data FROM ${getTableName(entity)} WHERE m = $1 AND id IN (${placeholders})`,
    [tenant, ...ids],
  );
  const entered = await db.query(
    `SELECT order_id AS id, "to" AS state, MAX(at) AS at FROM order_event WHERE m = $1 AND order_id IN (${placeholders}) AND order_kind = $${ids.length + 2} AND ("from" IS NULL OR "from" <> "to") GROUP BY order_id, "to"`,
    [tenant, ...ids, entity.name],
  );
  const since = new Map(entered.map(({ id, state, at }) => [`${id} ${state}`, Date.parse(at)]));
  return records.map((record) => ({ ...record, since: since.get(`${record.id} ${record.status}`) ?? Number.NaN }));
}
