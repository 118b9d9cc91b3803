/**
 * GET /mer/other/merRate/kv (C24): returns the merchant's selling rates between yuan and every offered currency, in
 * both directions. Omits pairs without a price or a margin.
 */
import { paymentHandler } from "../services.ts";
import { listHomePairs, readMarket } from "../rates/board.ts";
import { formatPair } from "../rates/market.ts";
import { computeSellingRate } from "../rates/terms.ts";

export const merRate = paymentHandler("merRate", async ({ services, actor }) => {
  const { now, moment, margins } = await readMarket(services, actor.tenant);
  const pairs = listHomePairs(services).flatMap(({ base, quote }) => [
    { base, quote },
    { base: quote, quote: base },
  ]);
  const list = !moment
    ? []
    : pairs.flatMap((pair) => {
        const rate = computeSellingRate(moment, pair, margins);
        return rate ? [{ key: formatPair(pair), value: rate.toString() }] : [];
      });
  return { serverTime: new Date(now).toISOString(), list };
});
