import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Decimal, countPlaces } from "../../src/engine/base/decimal.ts";
import { groupThousands } from "../../src/engine/base/amount-format.ts";

/** A decimal as an exact fraction of bigints, against which every law is verified. */
type Fraction = { top: bigint; bottom: bigint };
const fraction = (value: Decimal): Fraction => ({ top: value.digits, bottom: 10n ** BigInt(value.scale) });
const same = (left: Fraction, right: Fraction) => left.top * right.bottom === right.top * left.bottom;

const decimals = fc
  .tuple(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), fc.integer({ min: 0, max: 12 }))
  .map(([digits, scale]) => new Decimal(digits, scale));
const scales = fc.integer({ min: 0, max: 14 });

describe("Decimal", () => {
  it("parses plain decimals only", () => {
    for (const text of ["0", "-0.5", "12.50", "1234567890123456789.123", "9".repeat(64)])
      expect(String(Decimal.parse(text))).toBe(text);
    for (const text of [
      "",
      " 1",
      "1 ",
      "+1",
      "01",
      ".5",
      "5.",
      "1e5",
      "1,000",
      "0x10",
      "NaN",
      "Infinity",
      "１",
      "--1",
      "1.2.3",
      "9".repeat(65),
      5,
      null,
      undefined,
    ]) {
      expect([Decimal.parse(text), countPlaces(text)]).toEqual([undefined, undefined]);
    }
    expect(["0", "-0.5", "12.50", "9".repeat(64)].map(countPlaces)).toEqual([0, 1, 2, 0]);
    expect(() => Decimal.of("1e5")).toThrow(RangeError);
  });

  it("prints the value that it parses", () => {
    fc.assert(
      fc.property(
        decimals,
        (value) =>
          String(Decimal.of(String(value))) === String(value) && JSON.stringify(value) === `"${String(value)}"`,
      ),
    );
  });

  it("adds, subtracts and multiplies like fractions", () => {
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        const [x, y] = [fraction(a), fraction(b)];
        expect(
          same(fraction(a.add(b)), { top: x.top * y.bottom + y.top * x.bottom, bottom: x.bottom * y.bottom }),
        ).toBe(true);
        expect(
          same(fraction(a.sub(b)), { top: x.top * y.bottom - y.top * x.bottom, bottom: x.bottom * y.bottom }),
        ).toBe(true);
        expect(same(fraction(a.mul(b)), { top: x.top * y.top, bottom: x.bottom * y.bottom })).toBe(true);
        expect(a.cmp(b)).toBe(x.top * y.bottom < y.top * x.bottom ? -1 : x.top * y.bottom > y.top * x.bottom ? 1 : 0);
        expect(a.neg().neg().eq(a)).toBe(true);
      }),
    );
  });

  it("rounds half away from zero, by at most half a unit", () => {
    fc.assert(
      fc.property(decimals, scales, (value, scale) => {
        const rounded = value.round(scale);
        expect(rounded.scale).toBe(scale);
        const error = rounded.sub(value);
        const half = new Decimal(5n, scale + 1);
        expect(error.cmp(half)).toBeLessThanOrEqual(0);
        expect(error.cmp(half.neg())).toBeGreaterThanOrEqual(0);
        if (error.eq(half) || error.eq(half.neg())) expect(rounded.digits < 0n === error.digits < 0n).toBe(true);
      }),
    );
    expect(["0.005", "-0.005", "2.675", "1.004999"].map((text) => Decimal.of(text).toFixed(2))).toEqual([
      "0.01",
      "-0.01",
      "2.68",
      "1.00",
    ]);
  });

  it("divides to a scale as the exact quotient would be rounded", () => {
    fc.assert(
      fc.property(decimals, decimals, scales, (a, b, scale) => {
        fc.pre(b.digits !== 0n);
        const quotient = a.div(b, scale);
        // |quotient * b - a| <= half a unit of the quotient * |b|
        const rest = quotient.mul(b).sub(a);
        const allowed = new Decimal(5n, scale + 1).mul(b);
        const abs = (value: Decimal) => (value.digits < 0n ? value.neg() : value);
        expect(abs(rest).cmp(abs(allowed))).toBeLessThanOrEqual(0);
      }),
    );
    expect(String(Decimal.of("1").div(Decimal.of("3"), 4))).toBe("0.3333");
    expect(String(Decimal.of("-1").div(Decimal.of("8"), 2))).toBe("-0.13");
    expect(() => Decimal.of("1").div(0n, 2)).toThrow(RangeError);
    expect(() => Decimal.of("1").rem(0n)).toThrow(RangeError);
  });

  it("returns a remainder that restores the dividend", () => {
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        fc.pre(b.digits !== 0n);
        const rest = a.rem(b);
        const times = a.sub(rest).div(b, 0);
        expect(times.mul(b).add(rest).eq(a)).toBe(true);
        expect(rest.digits === 0n || rest.digits < 0n === a.digits < 0n).toBe(true);
      }),
    );
  });

  it("keeps its value without trailing zeros", () => {
    fc.assert(fc.property(decimals, (value) => value.trim().eq(value) && !/\.\d*0$/.test(String(value.trim()))));
  });

  it("groups thousands and prints a true minus sign", () => {
    expect(["0", "999", "1000", "-1234567.891", "1000000"].map(groupThousands)).toEqual([
      "0",
      "999",
      "1,000",
      "−1,234,567.891",
      "1,000,000",
    ]);
  });
});
