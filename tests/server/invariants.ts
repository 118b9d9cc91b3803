/** Invariants that must hold in every database after every test. */
import { verifyAudit } from "../../server/audit/audit.ts";
import { verifyOrders } from "../../server/payments/monitor/verify.ts";
import { verifyLedger } from "../../server/payments/ledger/verify.ts";
import type { Schemas } from "@portolan/engine/folder";
import type { Queries } from "../../server/store/database.ts";
import { productSchemas } from "../product-schemas.ts";

/** Returns the findings for all merchants; empty when all invariants hold. */
export async function broken(db: Queries, schemas: Schemas = productSchemas()): Promise<unknown[]> {
  const doubled = await db.query(
    `SELECT 'a key has one order' AS rule, m AS "where", json_extract_path_text(reply, 'record', 'orderNo') AS detail FROM idem
      WHERE route = 'withdrawal.create' GROUP BY 2, 3 HAVING count(*) > 1`,
  );
  const orphans = await db.query(
    `SELECT 'an order that a key made is there' AS rule, i.m AS "where", i.key AS detail FROM idem i
      LEFT JOIN e_withdrawal w ON w.m = i.m AND w.id = json_extract_path_text(i.reply, 'record', 'orderNo') WHERE i.route = 'withdrawal.create' AND w.id IS NULL`,
  );
  return [
    ...(await verifyLedger(db)),
    ...(await verifyOrders(db, schemas)),
    ...(await verifyAudit(db)),
    ...doubled,
    ...orphans,
  ];
}
