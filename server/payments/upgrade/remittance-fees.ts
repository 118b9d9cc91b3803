/**
 * Stores the total of the fees in international payments from before lists showed it. Runs at each start and in
 * `portolan migrate`, because nodes of the version before may still make payments during a rolling upgrade.
 */
import { findColumn, getTableName } from "@portolan/engine";
import { assertPresent } from "../../core/required.ts";
import type { Schemas } from "@portolan/engine/folder";
import type { Database } from "../../store/database.ts";

const BATCH = 500;

/**
 * Stores the missing totals and returns their number. In payments from before the payee's amount was stored, it is the
 * amount. Amounts have the currency's decimals, so their differences have them as well.
 */
export async function fillTotalFees(db: Database, schemas: Pick<Schemas, "entity">): Promise<number> {
  const remittance = schemas.entity("remittance");
  const table = getTableName(remittance);
  const columnOf = (name: string) => assertPresent(findColumn(remittance, name), `the column of ${name}`).column;
  const received = "coalesce(r.data->>'payeeAmount', r.data->>'amount')";
  const total = `CAST(r.data->>'debit' AS numeric) - CAST(${received} AS numeric)`;
  for (let filled = 0; ;) {
    const rows = await db.query(
      `UPDATE ${table} r SET ${columnOf("totalFee")} = ${total}, ${columnOf("payeeAmount")} = CAST(${received} AS numeric),
         data = CAST(CAST(r.data AS jsonb) || jsonb_build_object('payeeAmount', ${received}, 'totalFee', CAST(${total} AS text)) AS json)
       FROM (SELECT m, id FROM ${table} WHERE ${columnOf("totalFee")} IS NULL AND data->>'debit' IS NOT NULL LIMIT ${BATCH}) missing
       WHERE r.m = missing.m AND r.id = missing.id RETURNING r.id`,
    );
    filled += rows.length;
    if (rows.length < BATCH) return filled;
  }
}
