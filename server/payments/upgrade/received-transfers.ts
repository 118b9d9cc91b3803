/**
 * Creates records for transfers that merchants received before receivers had records. Runs once, at startup: copies
 * each payer's order to a record of the receiver with its event, and sends no notifications.
 */
import { getTableName, type Entity, type Row } from "../../../src/engine/index.ts";
import type { Schemas } from "../../schemas/read.ts";
import type { Database } from "../../store/database.ts";
import { insertRows } from "../ledger/rows.ts";
import { createRecordStore } from "../../store/records.ts";
import { runLeased } from "../../store/schema/lease.ts";

/** Name of the `schema_lock` row that marks this migration as done. */
const DONE = "(received transfers)";
const BATCH = 500;

interface Old {
  payer: string;
  name: string;
  receiver: string;
  id: string;
  data: Row;
  at: string;
}

/** Creates the records. Returns their number; 0 when the migration has already run. */
export async function createReceivedTransfers(db: Database, schemas: Pick<Schemas, "entity">): Promise<number> {
  const [order, received] = [schemas.entity("transfer"), schemas.entity("transferIn")];
  if (await isDone(db)) return 0;
  return runLeased(db, async (alive) => {
    let made = 0;
    for (;;) {
      await alive();
      const rows = await findMissing(db, order, received);
      await db.tx(async (tx) => {
        if (rows.length > 0) {
          await createRecordStore(tx, { data: new Map() }).insertAll(
            received,
            rows.map((row) => ({
              tenant: row.receiver,
              id: row.id,
              status: "done",
              row: createRecord(row),
              at: Date.parse(row.at),
            })),
          );
          await insertRows(tx, {
            table: "order_event",
            columns: ["m", "order_kind", "order_id", "seq", "event", "from", "to", "by", "at"],
            rows: rows.map(({ receiver, id, at }) => [
              receiver,
              received.name,
              id,
              1,
              "received",
              null,
              "done",
              "record",
              at,
            ]),
          });
        } else {
          await tx.query(
            "INSERT INTO schema_lock (entity, version, shape, applied_at) VALUES ($1, '1', '{}', $2) ON CONFLICT (entity) DO NOTHING",
            [DONE, new Date().toISOString()],
          );
        }
      });
      if (rows.length === 0) return made;
      made += rows.length;
    }
  });
}

const isDone = async (db: Database): Promise<boolean> =>
  (await db.query("SELECT entity FROM schema_lock WHERE entity = $1", [DONE])).length > 0;

function findMissing(db: Database, order: Entity, received: Entity): Promise<Old[]> {
  return db.query<Old>(
    `SELECT o.m AS payer, c.name, p.m AS receiver, o.id, o.data, t.at FROM ledger_posting p
       JOIN ledger_txn t ON t.m = p.txn_m AND t.id = p.txn_id
       JOIN ${getTableName(order)} o ON o.m = t.m AND o.id = t.order_id
       JOIN merchant c ON c.id = o.m
     WHERE p.txn_m <> p.m AND p.name = 'avail' AND p.amount > 0 AND t.order_kind = $1
       AND NOT EXISTS (SELECT 1 FROM ${getTableName(received)} r WHERE r.m = p.m AND r.id = o.id)
     ORDER BY p.m, o.id LIMIT ${BATCH}`,
    [order.name],
  );
}

function createRecord({ payer, name, id, data, at }: Old): Row {
  const { kind, currency, amount, postscript } = data;
  return {
    orderNo: id,
    kind,
    payerNo: payer,
    payerName: name,
    currency,
    amount,
    ...(postscript === undefined ? {} : { postscript }),
    status: "done",
    createdAt: new Date(at).toISOString(),
  };
}
