/**
 * GET /mer/info/mer/names (C96): returns the merchants that received the tenant's recent payments, with masked names.
 */
import { createEmptyQuery } from "@portolan/engine";
import { handler } from "../../calls/handler.ts";
import { findMerchants, listPaidMerchants, maskName, isPaidToMerchants } from "./counterparty-fact.ts";
import { createRecordStore } from "../../store/records.ts";

/** Maximum numbers of orders to search per entity, and of merchants to return. */
const ORDERS = 200;
const MAX_NAMES = 20;

export const merchantNames = handler("merchantNames", async ({ services: { db, schemas }, actor }) => {
  const numbers = new Set<string>();
  for (const entity of schemas.entities.values()) {
    if (entity.source !== "store" || !isPaidToMerchants(entity)) continue;
    const { list } = await createRecordStore(db, schemas).list(
      entity,
      { ...createEmptyQuery(), size: ORDERS },
      { tenant: actor.tenant },
    );
    for (const record of list) for (const number of listPaidMerchants(entity, record)) numbers.add(number);
  }
  const chosen = [...numbers].slice(0, MAX_NAMES);
  const known = await findMerchants(db, chosen);
  return {
    list: chosen.flatMap((number) => {
      const merchant = known.get(number);
      return merchant ? [{ merchant: number, name: maskName(merchant.name) }] : [];
    }),
  };
});
