import { recordCurrency } from "@portolan/engine";
import type { FactLoader } from "../../lifecycle/context.ts";
import { readBalances } from "../ledger/balances.ts";
import { findDigits, fromMinor } from "../ledger/minor-units.ts";

/** Loads the merchant's balance in the record's currency, or undefined while the record has no currency. */
export const wallet: FactLoader = async ({ db, actor, entity, record }) => {
  const currency = recordCurrency(entity, record);
  if (!currency) return undefined;
  const digits = findDigits(currency, entity.minorUnits);
  const {
    avail,
    hold,
    in: seen,
  } = (await readBalances(db, actor.tenant)).get(currency) ?? { avail: 0n, hold: 0n, in: 0n };
  const text = (minor: bigint) => fromMinor(minor, digits);
  return { currency, balance: text(avail + hold + seen), withdrawable: text(avail), unavailable: text(hold + seen) };
};
