/** Sums all balances in one currency, at mid-market rates. */
import { Decimal } from "@portolan/engine";

/** Base currency of the mid-market rates. */
const HUB = "CNY";
const SCALE = 12;

/**
 * Returns the rate from `from` to `to`; undefined when either currency has no rate. `mids`: value of one unit in yuan,
 * by currency.
 */
export function deriveRate(from: string, to: string, mids: ReadonlyMap<string, string>): Decimal | undefined {
  const hub = (code: string) => (code === HUB ? Decimal.of("1") : Decimal.parse(mids.get(code)));
  const [value, other] = [hub(from), hub(to)];
  return value && other && other.cmp(0n) > 0 ? value.div(other, SCALE) : undefined;
}

/** Returns the sum, and the currencies with a balance that are excluded because they have no rate. */
export function sumBalances(
  balances: readonly { currency: string; balance: string }[],
  to: string,
  mids: ReadonlyMap<string, string>,
): { total: Decimal; without: string[] } {
  let total = Decimal.of("0");
  const without: string[] = [];
  for (const { currency, balance } of balances) {
    const amount = Decimal.of(balance);
    const rate = deriveRate(currency, to, mids);
    if (rate) total = total.add(amount.mul(rate));
    else if (!amount.eq(0n)) without.push(currency);
  }
  return { total, without };
}
