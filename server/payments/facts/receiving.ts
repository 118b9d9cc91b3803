import { recordCurrency, getTableName } from "@portolan/engine";
import type { FactLoader, FactRequest } from "../../lifecycle/context.ts";

/** Loads whether the merchant has any open receiving account, and one in the order's currency. */
export const receiving: FactLoader = async ({ db, schemas, actor, entity, record }) => {
  const open = await readOpenCurrencies({ db, schemas, actor });
  const currency = recordCurrency(entity, record);
  return { open: open.size > 0, ...(currency ? { inCurrency: open.has(currency) } : {}) };
};

/** Returns the currencies in which the merchant has an open receiving account. */
export async function readOpenCurrencies({
  db,
  schemas,
  actor,
}: Pick<FactRequest, "db" | "schemas" | "actor">): Promise<ReadonlySet<string>> {
  const accounts = schemas.entity("receivingAccount");
  const rows = await db.query(`SELECT data FROM ${getTableName(accounts)} WHERE m = $1`, [actor.tenant]);
  const open = rows.filter(({ data }) => data["status"] === "completed");
  return new Set(open.map(({ data }) => String(data["currency"])));
}
