/**
 * GET /mer/home/currencyRate (C35): returns the price of every offered currency in yuan. Omits currencies without a
 * price.
 */
import { listRowsIn } from "../../calls/typed-rows.ts";
import { paymentHandler } from "../services.ts";
import { createLine, listHomePairs, readMarket } from "../rates/board.ts";

export const currencyRate = paymentHandler("currencyRate", async ({ services, actor, lang }) => {
  const market = await readMarket(services, actor.tenant);
  const names = new Map(listRowsIn(services.schemas, "currency", lang).map(({ code, name }) => [code, name]));
  const list = listHomePairs(services).flatMap((pair) => {
    const rate = createLine(market, pair);
    return rate ? [{ ...rate, name: names.get(pair.base) ?? pair.base }] : [];
  });
  return {
    serverTime: new Date(market.now).toISOString(),
    stale: list.length === 0 || list.some(({ stale }) => stale),
    list,
  };
});
