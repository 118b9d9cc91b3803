import type { Schemas } from "@portolan/engine/folder";
import type { Queries } from "../../store/database.ts";
import { readBalances } from "../ledger/balances.ts";
import { findDigits, fromMinor } from "../ledger/minor-units.ts";
import { checkEach, type Finding } from "../ledger/verify.ts";
import { findCurrenciesWithExit, readTermsInForce } from "../rates/terms.ts";

/**
 * Returns the balances, of one merchant or of all, that no terms of the merchant let out: they can only be exchanged.
 * The books hold with them; operators set terms.
 */
export async function listBalancesWithoutExit(db: Queries, schemas: Schemas, tenant?: string): Promise<Finding[]> {
  if (tenant === undefined) return checkEach(db, (tenantId) => listBalancesWithoutExit(db, schemas, tenantId));
  const { minorUnits } = schemas.entity("wallet");
  const withExit = findCurrenciesWithExit(await readTermsInForce(db, schemas, tenant, Date.now()));
  return [...(await readBalances(db, tenant)).values()].flatMap((balance) => {
    const { currency } = balance;
    const total = balance.avail + balance.hold + balance.in;
    if (total === 0n || withExit.has(currency)) return [];
    const amount = fromMinor(total, findDigits(currency, minorUnits));
    return [{ rule: "no terms let this balance out", where: tenant, detail: `${amount} ${currency}` }];
  });
}
