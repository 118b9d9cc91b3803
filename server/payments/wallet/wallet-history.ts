/**
 * GET /mer/own/wallet/history: returns the balance of each currency at the end of each of the last 30 days. The last
 * balance is the current one.
 */
import { readBalanceDays } from "../ledger/balance-days.ts";
import { findDigits, fromMinor } from "../ledger/minor-units.ts";
import { paymentHandler } from "../services.ts";

const DAYS = 30;

export const walletHistory = paymentHandler("walletHistory", async ({ services, actor }) => {
  const { minorUnits, dialect } = services.schemas.entity("wallet");
  const { days, balances } = await readBalanceDays(services.db, actor.tenant, {
    count: DAYS,
    now: services.clock.now(),
    zone: dialect.zone,
  });
  return {
    days,
    balances: Object.fromEntries(
      [...balances].map(([currency, ends]) => [
        currency,
        ends.map((end) => fromMinor(end, findDigits(currency, minorUnits))),
      ]),
    ),
  };
});
