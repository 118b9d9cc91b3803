/**
 * GET /mer/gep/vcccard/displayBalance (C98): returns the amounts available for cards, on cards, and authorised, by
 * currency.
 */
import { handler } from "../../calls/handler.ts";
import { readBalances } from "../ledger/balances.ts";
import { findDigits, fromMinor } from "../ledger/minor-units.ts";

export const displayBalance = handler("displayBalance", async ({ services, actor, body }) => {
  const units = services.schemas.entity("wallet").minorUnits;
  const found = [...(await readBalances(services.db, actor.tenant)).values()].filter(
    ({ currency }) => body.currency === undefined || currency === body.currency,
  );
  return {
    list: found.map(({ currency, avail, card, cardhold }) => {
      const text = (minor: bigint) => fromMinor(minor, findDigits(currency, units));
      return { currency, withdrawable: text(avail), onCards: text(card), authorised: text(cardhold) };
    }),
  };
});
