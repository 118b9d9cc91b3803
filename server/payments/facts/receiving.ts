import { recordCurrency, tableOf, type Row } from "../../../src/engine/index.ts";
import type { FactLoader } from "../../lifecycle/context.ts";

/** Loads whether the merchant has an open receiving account at all, and one in the order's currency. */
export const receiving: FactLoader = async ({ db, schemas, actor, entity, record }) => {
  const accounts = schemas.entity("receivingAccount");
  const rows = await db.query<{ data: Row }>(`SELECT data FROM ${tableOf(accounts)} WHERE m = $1`, [actor.tenant]);
  const open = rows.filter(({ data }) => data["status"] === "completed");
  const currency = recordCurrency(entity, record);
  return {
    open: open.length > 0,
    ...(currency ? { inCurrency: open.some(({ data }) => data["currency"] === currency) } : {}),
  };
};
