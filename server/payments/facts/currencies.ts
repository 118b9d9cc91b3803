import type { FactLoader } from "../../lifecycle/context.ts";
import { readBalances } from "../ledger/balances.ts";
import { findDigits, fromMinor } from "../ledger/minor-units.ts";
import { readOpenCurrencies } from "./receiving.ts";
import { readTerms } from "./terms.ts";

/**
 * Loads for each currency whether terms are set, those that the context names, whether any terms let it out again, the
 * merchant's balance and, for incoming payments, whether an account is open. Used only for options, because rules check the selected currency.
 */
export const currencies: FactLoader = async (about) => {
  const { db, actor, entity } = about;
  const plan = entity.contexts["currencies"];
  if (!plan) return undefined;
  const [terms, held, accounts] = await Promise.all([
    readTerms(about),
    readBalances(db, actor.tenant),
    // Only for entities whose rules read receiving accounts.
    entity.contexts["receiving"] ? readOpenCurrencies(about) : undefined,
  ]);
  return Object.fromEntries(
    Object.keys(entity.minorUnits).map((code) => {
      const { avail } = held.get(code) ?? { avail: 0n };
      const term = terms.byCurrency.get(code) ?? (avail > 0n ? terms.ofHeld : undefined);
      const named = Object.entries(term ?? {}).filter(([name]) => plan.rows?.[name] !== undefined);
      return [
        code,
        {
          ...Object.fromEntries(named),
          channel: term !== undefined,
          exit: terms.withExit.has(code),
          ...(accounts && { account: accounts.has(code) }),
          wallet: avail > 0n,
          balance: fromMinor(avail, findDigits(code, entity.minorUnits)),
        },
      ];
    }),
  );
};
