/** GET /mer/swap/req/order/getFXTradeTime (C57): whether the market is open, and when that changes. */
import { paymentHandler } from "./handler.ts";
import { readTradingTime } from "../swap/trading.ts";

export const swapTime = paymentHandler("swapTime", async ({ services }) => {
  const { open, opensAt, closesAt, opens, closes, holidays, yearKnown } = readTradingTime(services);
  const now = services.clock.now();
  const iso = (ms: number) => new Date(ms).toISOString();
  return {
    open,
    opensAt: iso(opensAt),
    closesAt: iso(closesAt),
    changesInMs: (open ? closesAt : opensAt) - now,
    opens,
    closes,
    zone: services.schemas.dialect.zone.name,
    holidays,
    yearKnown,
    serverTime: iso(now),
    sandbox: services.simulated,
  };
});
