/** What all balances are worth together, in one currency, at market mid rates. */
import { Decimal } from "../../engine/index.ts";

/** Mid rates come against this currency. */
const HUB = "CNY";
const SCALE = 12;

/** How many of `to` one of `from` is worth; nothing where a rate is missing. `mids`: per currency, what one of it is worth in yuan. */
export function rateOf(from: string, to: string, mids: ReadonlyMap<string, string>): Decimal | undefined {
  const hub = (code: string) => (code === HUB ? Decimal.of("1") : Decimal.parse(mids.get(code)));
  const [one, other] = [hub(from), hub(to)];
  return one && other && other.cmp(0n) > 0 ? one.div(other, SCALE) : undefined;
}

/** The sum and the currencies that could not be counted because there is no rate for them. */
export function totalOf(
  balances: readonly { currency: string; balance: string }[],
  to: string,
  mids: ReadonlyMap<string, string>,
): { total: Decimal; without: string[] } {
  let total = Decimal.of("0");
  const without: string[] = [];
  for (const { currency, balance } of balances) {
    const amount = Decimal.of(balance);
    const rate = rateOf(currency, to, mids);
    if (rate) total = total.add(amount.mul(rate));
    else if (!amount.eq(0n)) without.push(currency);
  }
  return { total, without };
}
