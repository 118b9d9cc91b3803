/** GET /mer/home/currencyRate (C35): the table of every offered currency against the yuan. */
import type { Handler } from "../http/handler.ts";
import { homePairs, line, marketFor } from "../payments/rates/board.ts";

export const currencyRate: Handler = async ({ deps, actor, lang }) => {
  const market = await marketFor(deps, actor.merId);
  const names = new Map(
    (deps.schemas.data.get("currency") ?? []).map((row) => [
      String(row["code"]),
      row["name"] as Record<string, string>,
    ]),
  );
  const list = homePairs(deps).flatMap((pair) => {
    const rate = line(market, pair);
    return rate ? [{ ...rate, name: names.get(pair.base)?.[lang] ?? pair.base }] : [];
  });
  return {
    serverTime: new Date(market.now).toISOString(),
    stale: list.length === 0 || list.some(({ stale }) => stale),
    list,
  };
};
