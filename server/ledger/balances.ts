import type { Queries } from "../store/database.ts";

/** A merchant's money in one currency, in minor units. */
export interface Balance {
  currency: string;
  /** Withdrawable. */
  avail: bigint;
  /** Reserved by open orders. */
  hold: bigint;
  /** Seen, but not yet bookable. */
  in: bigint;
}

/** Balances of a merchant by currency code, in order of the codes; a currency without an account is absent. */
export async function balances(db: Queries, m: string): Promise<Map<string, Balance>> {
  const rows = await db.query("SELECT currency, name, balance FROM ledger_account WHERE m = $1 ORDER BY currency", [m]);
  const found = new Map<string, Balance>();
  for (const row of rows) {
    const balance = found.get(row.currency) ?? { currency: row.currency, avail: 0n, hold: 0n, in: 0n };
    found.set(row.currency, balance);
    if (row.name === "avail" || row.name === "hold" || row.name === "in") balance[row.name as "avail" | "hold" | "in"] = BigInt(row.balance);
  }
  return found;
}
