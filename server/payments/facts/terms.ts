import { tableOf, type Entity, type Row } from "../../../src/engine/index.ts";
import type { Queries } from "../../store/database.ts";

/** Reads the merchant's terms of a product that are in force at a moment, by currency: of each the row that began last. */
export async function readTerms(
  db: Queries,
  terms: Entity,
  m: string,
  product: string,
  now: number,
): Promise<ReadonlyMap<string, Row>> {
  const rows = (await db.query<{ data: Row }>(`SELECT data FROM ${tableOf(terms)} WHERE m = $1`, [m])).map(
    ({ data }) => data,
  );
  const from = (row: Row) => Date.parse(String(row["effectiveFrom"]));
  const begun = rows.filter((row) => row["product"] === product && from(row) <= now).sort((a, b) => from(a) - from(b));
  return new Map(begun.map((row) => [String(row["currency"]), row]));
}
