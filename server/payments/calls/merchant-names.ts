/** GET /mer/info/mer/names (C96): the merchants that were paid lately, by the money lines of the orders that pay merchants. */
import { emptyQuery } from "../../../src/engine/index.ts";
import { handler } from "../../calls/handler.ts";
import { merchantsOf, merchantsPaid, partly, paysMerchants } from "../facts/counterparty.ts";
import { records } from "../../store/records.ts";

/** Orders that are looked through, and merchants that are named. */
const ORDERS = 200;
const MOST = 20;

export const merchantNames = handler("merchantNames", async ({ services: { db, schemas }, actor }) => {
  const numbers = new Set<string>();
  for (const entity of schemas.entities.values()) {
    if (entity.source !== "store" || !paysMerchants(entity)) continue;
    const { list } = await records(db, schemas).list(
      entity,
      { ...emptyQuery(), size: ORDERS },
      { tenant: actor.tenant },
    );
    for (const record of list) for (const number of merchantsPaid(entity, record)) numbers.add(number);
  }
  const chosen = [...numbers].slice(0, MOST);
  const known = await merchantsOf(db, chosen);
  return {
    list: chosen.flatMap((number) =>
      known.has(number) ? [{ merchant: number, name: partly(known.get(number)!.name) }] : [],
    ),
  };
});
