/**
 * GET /mer/own/wallet/total: returns the sum of the wallet's balances (available, on hold and incoming, without cards)
 * in one currency at mid-market rates, the amounts that it consists of, and the currencies that it excludes because
 * they have no price.
 */
import { Decimal } from "@portolan/engine";
import { readBalances } from "../ledger/balances.ts";
import { findDigits, fromMinor } from "../ledger/minor-units.ts";
import { computeMid, readNewest } from "../rates/market.ts";
import { paymentHandler } from "../services.ts";

export const walletTotal = paymentHandler("walletTotal", async ({ services, actor, body: { currency } }) => {
  await services.feed?.refresh();
  const [moment, balances] = [await readNewest(services.db), await readBalances(services.db, actor.tenant)];
  const units = services.schemas.entity("wallet").minorUnits;
  const digits = findDigits(currency, units);
  const zero = Decimal.of("0").round(digits);
  const held = [...balances.values()].filter((balance) => balance.avail + balance.hold + balance.in > 0n);
  const priced = held.flatMap((balance) => {
    const pair = { base: balance.currency, quote: currency };
    const mid = pair.base === pair.quote ? Decimal.of("1") : moment && computeMid(moment, pair);
    if (!mid) return [];
    const convert = (minor: bigint) =>
      Decimal.of(fromMinor(minor, findDigits(balance.currency, units)))
        .mul(mid)
        .round(digits);
    return [{ balance, convert }];
  });
  const sum = (account: "avail" | "hold" | "in") =>
    priced.reduce((total, { balance, convert }) => total.add(convert(balance[account])), zero);
  const parts = { withdrawable: sum("avail"), hold: sum("hold"), pending: sum("in") };
  return {
    currency,
    ...(moment ? { at: new Date(moment.at).toISOString() } : {}),
    total: Object.values(parts)
      .reduce((total, part) => total.add(part), zero)
      .toFixed(digits),
    parts: Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part.toFixed(digits)])),
    worth: Object.fromEntries(
      priced.map(({ balance, convert }) => [
        balance.currency,
        convert(balance.avail + balance.hold + balance.in).toFixed(digits),
      ]),
    ),
    without: held.filter((item) => !priced.some(({ balance }) => balance === item)).map((balance) => balance.currency),
  };
});
