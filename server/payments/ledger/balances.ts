import type { Queries } from "../../store/database.ts";

/** A merchant's money in one currency, in minor units. */
export interface Balance {
  currency: string;
  /** Available for withdrawal. */
  avail: bigint;
  /** Reserved by open orders. */
  hold: bigint;
  /** Received, but not booked yet. */
  in: bigint;
  /** On the merchant's cards. Not part of the wallet. */
  card: bigint;
  /** Authorised by cards and not yet settled. */
  cardhold: bigint;
}

const NAMES = ["avail", "hold", "in", "card", "cardhold"] as const satisfies readonly (keyof Balance)[];

/** Returns whether an account is part of a `Balance`. */
export const isBalance = (name: string): name is (typeof NAMES)[number] => NAMES.some((item) => item === name);

/** Returns a merchant's balances by currency code, sorted by code. A currency without an account is missing. */
export async function readBalances(db: Queries, tenant: string): Promise<Map<string, Balance>> {
  const rows = await db.query("SELECT currency, name, balance FROM ledger_account WHERE m = $1 ORDER BY currency", [
    tenant,
  ]);
  const found = new Map<string, Balance>();
  for (const row of rows) {
    const balance = found.get(row.currency) ?? {
      currency: row.currency,
      avail: 0n,
      hold: 0n,
      in: 0n,
      card: 0n,
      cardhold: 0n,
    };
    found.set(row.currency, balance);
    const name = NAMES.find((item) => item === row.name);
    if (name) balance[name] = BigInt(row.balance);
  }
  return found;
}

/** Returns whether money in a currency is available for withdrawal. */
export const hasBalance = (balances: ReadonlyMap<string, Balance>, currency: string): boolean =>
  (balances.get(currency)?.avail ?? 0n) > 0n;
