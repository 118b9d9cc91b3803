/** GET /mer/home/currencyRate (C35): the table of every offered currency against the yuan. */
import { paymentHandler } from "./handler.ts";
import { homePairs, line, marketFor } from "../rates/board.ts";

export const currencyRate = paymentHandler("currencyRate", async ({ services, actor, lang }) => {
  const market = await marketFor(services, actor.tenant);
  const names = new Map(
    (services.schemas.data.get("currency") ?? []).map((row) => [
      String(row["code"]),
      row["name"] as Record<string, string>,
    ]),
  );
  const list = homePairs(services).flatMap((pair) => {
    const rate = line(market, pair);
    return rate ? [{ ...rate, name: names.get(pair.base)?.[lang] ?? pair.base }] : [];
  });
  return {
    serverTime: new Date(market.now).toISOString(),
    stale: list.length === 0 || list.some(({ stale }) => stale),
    list,
  };
});
