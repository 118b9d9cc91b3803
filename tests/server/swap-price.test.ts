/** Amounts of an exchange, and trading hours. */
import { describe, expect, it } from "vitest";
import { Decimal } from "@portolan/engine";
import { createRandom } from "../../server/sandbox/random.ts";
import { computeAmounts, invertRate } from "../../server/payments/swap/price.ts";
import { computeTradingTime, findUnknownYear } from "../../server/payments/swap/trading-time.ts";

const d = (text: string) => Decimal.of(text);

describe("exchange amounts", () => {
  it.each([
    ["sell", "100.00", "7.12345", 2, 2, "100.00", "712.34"],
    ["buy", "712.34", "7.12345", 2, 2, "100.00", "712.34"],
    ["buy", "712.35", "7.12345", 2, 2, "100.01", "712.35"],
    ["sell", "100.00", "152.843", 2, 0, "100.00", "15284"],
    ["buy", "15284", "152.843", 2, 0, "100.00", "15284"],
    ["sell", "1000", "0.00201234", 0, 3, "1000", "2.012"],
  ] as const)("fix the %s amount %s at the rate %s", (fixed, amount, rate, sellDigits, buyDigits, sell, buy) => {
    const { sellAmount, buyAmount } = computeAmounts({ fixed, amount: d(amount), sellDigits, buyDigits }, d(rate));
    expect([sellAmount.toString(), buyAmount.toString()]).toEqual([sell, buy]);
  });

  it("never exceed the rate in 5,000 random exchanges", () => {
    const random = createRandom(42);
    for (let turn = 0; turn < 5_000; turn++) {
      const rate = d((random() * 10 ** Math.floor(random() * 6 - 3) + 0.0001).toFixed(7));
      const [sellDigits, buyDigits] = [Math.floor(random() * 4), Math.floor(random() * 4)];
      const fixed = random() < 0.5 ? "sell" : "buy";
      const amount = d((random() * 100_000 + 1).toFixed(fixed === "sell" ? sellDigits : buyDigits));
      const { sellAmount, buyAmount } = computeAmounts({ fixed, amount, sellDigits, buyDigits }, rate);
      expect(buyAmount.cmp(sellAmount.mul(rate)) <= 0).toBe(true);
      expect((fixed === "sell" ? sellAmount : buyAmount).eq(amount)).toBe(true);
      // One unit less of the other amount would not suffice, so rounding costs the user less than a unit.
      const unit = new Decimal(1n, fixed === "sell" ? buyDigits : sellDigits);
      expect(
        fixed === "sell"
          ? buyAmount.add(unit).cmp(sellAmount.mul(rate)) > 0
          : sellAmount.sub(unit).mul(rate).cmp(buyAmount) < 0,
      ).toBe(true);
    }
  });

  it("invert the rate", () => {
    expect(invertRate(d("7.12345")).toString()).toBe("0.140381");
    expect(invertRate(d("0.0485123")).toString()).toBe("20.6133");
  });
});

describe("trading hours [K16 Q11]", () => {
  const hours = { opens: "09:30", closes: "17:00" };
  const at = (local: string) => computeTradingTime(Date.parse(`${local}+08:00`), hours);
  const china = (ms: number) => new Date(ms + 8 * 3_600_000).toISOString().slice(0, 16);

  it.each([
    ["2026-11-23T09:29:59.999", false, "2026-11-23T09:30"],
    ["2026-11-23T09:30:00.000", true, "2026-11-24T09:30"],
    ["2026-11-23T16:59:59.999", true, "2026-11-24T09:30"],
    ["2026-11-23T17:00:00.000", false, "2026-11-24T09:30"],
    ["2026-11-20T18:00:00.000", false, "2026-11-23T09:30"],
    ["2026-11-21T12:00:00.000", false, "2026-11-23T09:30"],
    ["2026-09-30T17:00:00.000", false, "2026-10-08T09:30"],
    ["2026-10-10T10:00:00.000", false, "2026-10-12T09:30"],
    ["2026-02-13T17:30:00.000", false, "2026-02-24T09:30"],
  ])("at %s are open: %s, and open next at %s", (local, open, next) => {
    const found = at(local);
    expect(found.open).toBe(open);
    expect(china(found.opensAt)).toBe(next);
  });

  it("report the closing time", () => {
    expect(china(at("2026-11-23T12:00:00").closesAt)).toBe("2026-11-23T17:00");
    expect(china(at("2026-11-21T12:00:00").closesAt)).toBe("2026-11-23T17:00");
  });

  it("report years whose holidays are unknown", () => {
    expect(at("2026-05-01T10:00:00").yearKnown).toBe(true);
    const unknown = computeTradingTime(Date.parse("2031-10-01T10:00:00+08:00"), hours, {});
    expect(unknown).toMatchObject({ yearKnown: false, open: true, holidays: [] });
  });

  it.each([
    ["2026-11-30T23:59:59", undefined],
    ["2026-12-01T00:00:00", "2027"],
    ["2027-01-01T00:00:00", "2027"],
  ])("warn operators at %s of the unknown holidays of %s", (local, year) => {
    expect(findUnknownYear(Date.parse(`${local}+08:00`), { 2026: [] })).toBe(year);
  });
});
