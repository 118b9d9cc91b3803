import { getTableName, type Row } from "../../../src/engine/index.ts";
import type { FactRequest } from "../../lifecycle/context.ts";

/** Reads the merchant's current terms for the entity's product, by currency. */
export async function readTerms({ db, schemas, clock, actor, entity }: FactRequest): Promise<ReadonlyMap<string, Row>> {
  const rows = await db.query<{ data: Row }>(
    `SELECT data FROM ${getTableName(schemas.entity("channel"))} WHERE m = $1`,
    [actor.tenant],
  );
  const begin = (row: Row) => Date.parse(String(row["effectiveFrom"]));
  const inEffect = rows
    .map(({ data }) => data)
    .filter((row) => row["product"] === entity.name && begin(row) <= clock.now())
    .toSorted((a, b) => begin(a) - begin(b));
  return new Map(inEffect.map((row) => [String(row["currency"]), row]));
}
