import type { FactLoader } from "../../lifecycle/context.ts";
import { readBalances } from "../ledger/balances.ts";
import { findDigits, fromMinor } from "../ledger/minor.ts";
import { readTerms } from "./terms.ts";

/** Loads for each currency whether terms are in effect and the merchant has a balance. For options only; rules check the chosen currency. */
export const currencies: FactLoader = async (about) => {
  const { db, actor, entity } = about;
  const plan = entity.contexts["currencies"];
  if (!plan) return undefined;
  const [inForce, held] = await Promise.all([readTerms(about), readBalances(db, actor.tenant)]);
  return Object.fromEntries(
    Object.keys(entity.minorUnits).map((code) => {
      const [term, { avail }] = [inForce.get(code), held.get(code) ?? { avail: 0n }];
      const named = Object.entries(term ?? {}).filter(([name]) => plan.rows?.[name] !== undefined);
      return [
        code,
        {
          ...Object.fromEntries(named),
          channel: term !== undefined,
          wallet: avail > 0n,
          balance: fromMinor(avail, findDigits(code, entity.minorUnits)),
        },
      ];
    }),
  );
};
