import type { FactLoader } from "../../lifecycle/context.ts";
import { balances } from "../ledger/balances.ts";
import { digitsOf, fromMinor } from "../ledger/minor.ts";
import { readTerms } from "./terms.ts";

/** Loads for each currency whether this product may be paid in it: terms in force, and a balance. Options only; rules judge the chosen one. */
export const currencies: FactLoader = async ({ db, schemas, clock, actor, entity }) => {
  const terms = schemas.entity("channel");
  const plan = entity.contexts["currencies"];
  if (!plan) return undefined;
  const [inForce, held] = await Promise.all([
    readTerms(db, terms, actor.tenant, entity.name, clock.now()),
    balances(db, actor.tenant),
  ]);
  return Object.fromEntries(
    Object.keys(entity.minorUnits).map((code) => {
      const [term, { avail }] = [inForce.get(code), held.get(code) ?? { avail: 0n }];
      // Of the terms what the plan names.
      const named = Object.entries(term ?? {}).filter(([name]) => plan.rows?.[name] !== undefined);
      return [
        code,
        {
          ...Object.fromEntries(named),
          channel: term !== undefined,
          wallet: avail > 0n,
          balance: fromMinor(avail, digitsOf(code, entity.minorUnits)),
        },
      ];
    }),
  );
};
