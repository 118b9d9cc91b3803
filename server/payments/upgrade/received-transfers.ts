/**
 * Creates records for transfers that merchants received before receivers had records. Runs once, at startup or in
 * `portolan migrate`. Copies each payer's order to a record of the receiver with its event, without sending
 * notifications.
 */
import { getTableName, type Entity, type Row } from "@portolan/engine";
import type { Schemas } from "@portolan/engine/folder";
import type { Database } from "../../store/database.ts";
import { insertRows } from "../../store/insert-rows.ts";
import { createRecordStore } from "../../store/records.ts";
import { runLeased } from "../../store/schema/lease.ts";

/** Name of the `schema_lock` row that marks this migration as done. */
const DONE = "(received transfers)";
const BATCH = 500;

/** A received transfer. `id`: number of the payer's order. */
interface Receipt {
  payer: string;
  receiver: string;
  id: string;
  at: string;
}
interface Old extends Receipt {
  name: string;
  data: Row;
}

/** Creates the records. Returns their number; 0 when the migration has already run. */
export async function createReceivedTransfers(db: Database, schemas: Pick<Schemas, "entity">): Promise<number> {
  const [order, received] = [schemas.entity("transfer"), schemas.entity("transferIn")];
  if (await isDone(db)) return 0;
  return runLeased(db, async (renewLease) => {
    let made = 0;
    for (;;) {
      await renewLease();
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

/**
 * Finds transfers for which the receiver has no record. Reads the payers' orders separately, because the rows of two
 * merchants can be on different nodes.
 */
async function findMissing(db: Database, order: Entity, received: Entity): Promise<Old[]> {
  const receipts = await db.query(
    `SELECT p.txn_m AS payer, p.m AS receiver, t.order_id AS id, t.at FROM ledger_posting p
       JOIN ledger_txn t ON t.m = p.m AND t.id = p.txn_id
     WHERE p.txn_m <> p.m AND p.name = 'avail' AND p.amount > 0 AND t.order_kind = $1
       AND NOT EXISTS (SELECT 1 FROM ${getTableName(received)} r WHERE r.m = p.m AND r.id = t.order_id)
     ORDER BY p.m, t.order_id LIMIT ${BATCH}`,
    [order.name],
  );
  const found: Old[] = [];
  for (const payer of new Set(receipts.map((receipt) => receipt.payer))) {
    const sent = receipts.filter((receipt) => receipt.payer === payer);
    const orders = await db.query(
      `SELECT o.id, c.name, o.data FROM ${getTableName(order)} o JOIN merchant c ON c.id = o.m WHERE o.m = $1 AND o.id = ANY($2)`,
      [payer, sent.map(({ id }) => id)],
    );
    const byId = new Map(orders.map((row) => [row.id, row]));
    for (const receipt of sent) {
      const row = byId.get(receipt.id);
      if (row) found.push({ ...receipt, ...row });
    }
  }
  return found;
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
