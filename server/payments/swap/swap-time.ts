/**
 * GET /mer/swap/req/order/getFXTradeTime (C57): returns whether the market is open, and when it next opens and closes.
 */
import { paymentHandler } from "../services.ts";
import { readTradingTime } from "./trading.ts";
import { toIso } from "../../core/clock.ts";

export const swapTime = paymentHandler("swapTime", async ({ services }) => {
  const { open, opensAt, closesAt, opens, closes, holidays, yearKnown } = readTradingTime(services);
  const now = services.clock.now();
  return {
    open,
    opensAt: toIso(opensAt),
    closesAt: toIso(closesAt),
    changesInMs: (open ? closesAt : opensAt) - now,
    opens,
    closes,
    zone: services.schemas.dialect.zone.name,
    holidays,
    yearKnown,
    serverTime: toIso(now),
  };
});
