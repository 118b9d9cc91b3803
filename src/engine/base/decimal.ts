/**
 * Exact decimals based on `bigint`. Money and rates are never IEEE floats: `0.1 + 0.2` is `0.3` here. A value is
 * `digits / 10^scale`. The scale is kept as written (`"12.50"` prints as `12.50`) but ignored by comparisons.
 */
import { groupThousands } from "./amount-format.ts";

const PLAIN = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
/** Maximum length of a parsed decimal in characters: longer than any amount, short enough to bound the work. */
const LONGEST = 64;
/** Decimal places of a division in rules, before trailing zeros are removed: more than rates and minor units need. */
export const DIVISION_SCALE = 20;

const POWERS = Array.from({ length: 40 }, (_, power) => 10n ** BigInt(power));
const tenTo = (power: number): bigint => POWERS[power] ?? 10n ** BigInt(power);
const abs = (value: bigint): bigint => (value < 0n ? -value : value);

/** Returns the number of decimal places of a plain decimal without parsing it, or undefined for any other value. */
export function countPlaces(text: unknown): number | undefined {
  if (typeof text !== "string" || text.length > LONGEST || !PLAIN.test(text)) return undefined;
  const point = text.indexOf(".");
  return point < 0 ? 0 : text.length - point - 1;
}

/** Divides and rounds half away from zero: 0.5 becomes 1, -0.5 becomes -1. */
function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  if (2n * abs(dividend % divisor) < abs(divisor)) return quotient;
  return dividend < 0n === divisor < 0n ? quotient + 1n : quotient - 1n;
}

/** Operand of the arithmetic methods. A bigint counts as a whole number. */
export type Num = Decimal | bigint;

/**
 * An exact, immutable decimal number.
 * @example
 * const total = Decimal.parse("0.1")?.add(Decimal.parse("0.2")!);
 * total?.toString() // => "0.3"
 */
export class Decimal {
  readonly digits: bigint;
  /** Number of decimal places, 0 or more. */
  readonly scale: number;

  constructor(digits: bigint, scale = 0) {
    this.digits = digits;
    this.scale = scale;
  }

  /**
   * Parses a plain decimal of at most 64 characters (`-?digits[.digits]`, without leading zeros, exponent or grouping).
   * Returns undefined for anything else.
   */
  static parse(text: unknown): Decimal | undefined {
    if (typeof text !== "string" || text.length > LONGEST || !PLAIN.test(text)) return undefined;
    const point = text.indexOf(".");
    return point < 0
      ? new Decimal(BigInt(text))
      : new Decimal(BigInt(text.slice(0, point) + text.slice(point + 1)), text.length - point - 1);
  }

  /**
   * Converts a bigint, a literal or a stored value to a `Decimal`, and returns a `Decimal` unchanged.
   * @throws RangeError when a string is not a plain decimal
   */
  static of(value: Num | string): Decimal {
    const decimal =
      typeof value === "bigint" ? new Decimal(value) : value instanceof Decimal ? value : Decimal.parse(value);
    if (!decimal) throw new RangeError(`not a decimal: ${String(value)}`);
    return decimal;
  }

  /** Returns the digits rescaled to `scale`, which must not be less than the value's own scale. */
  private at(scale: number): bigint {
    return scale === this.scale ? this.digits : this.digits * tenTo(scale - this.scale);
  }

  add(other: Num): Decimal {
    const right = Decimal.of(other);
    const scale = Math.max(this.scale, right.scale);
    return new Decimal(this.at(scale) + right.at(scale), scale);
  }

  sub(other: Num): Decimal {
    return this.add(Decimal.of(other).neg());
  }

  mul(other: Num): Decimal {
    const right = Decimal.of(other);
    return new Decimal(this.digits * right.digits, this.scale + right.scale);
  }

  /**
   * Divides and rounds half away from zero to `scale` decimal places.
   * @throws RangeError on division by zero, like `bigint`
   */
  div(other: Num, scale: number): Decimal {
    const right = Decimal.of(other);
    const power = scale + right.scale - this.scale;
    return power >= 0
      ? new Decimal(divideHalfUp(this.digits * tenTo(power), right.digits), scale)
      : new Decimal(divideHalfUp(this.digits, right.digits * tenTo(-power)), scale);
  }

  /**
   * Returns the remainder of truncating division, with the sign of the dividend.
   * @throws RangeError on division by zero
   */
  rem(other: Num): Decimal {
    const right = Decimal.of(other);
    const scale = Math.max(this.scale, right.scale);
    return new Decimal(this.at(scale) % right.at(scale), scale);
  }

  neg(): Decimal {
    return new Decimal(-this.digits, this.scale);
  }

  /** Returns -1, 0 or 1, as `Array.prototype.sort` expects from a comparison. */
  cmp(other: Num): -1 | 0 | 1 {
    const right = Decimal.of(other);
    const scale = Math.max(this.scale, right.scale);
    const difference = this.at(scale) - right.at(scale);
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }

  /** Returns whether the values are equal: `1.50` equals `1.5`. */
  eq(other: Num): boolean {
    return this.cmp(other) === 0;
  }

  /** Rounds half away from zero to exactly `scale` decimal places. */
  round(scale: number): Decimal {
    return scale >= this.scale
      ? new Decimal(this.at(scale), scale)
      : new Decimal(divideHalfUp(this.digits, tenTo(this.scale - scale)), scale);
  }

  /** Returns the value without trailing zeros after the decimal point. */
  trim(): Decimal {
    let { digits, scale } = this;
    while (scale > 0 && digits % 10n === 0n) {
      digits /= 10n;
      scale -= 1;
    }
    return new Decimal(digits, scale);
  }

  /** Returns the plain decimal. `parse` reads it back unless it is longer than 64 characters. */
  toString(): string {
    const figures = abs(this.digits)
      .toString()
      .padStart(this.scale + 1, "0");
    const whole = figures.slice(0, figures.length - this.scale);
    const text = this.scale === 0 ? whole : `${whole}.${figures.slice(-this.scale)}`;
    return this.digits < 0n ? `-${text}` : text;
  }

  /** Shorthand for `round(scale).toString()`. */
  toFixed(scale: number): string {
    return this.round(scale).toString();
  }

  /** Serialises the decimal as a string, so that JSON loses no precision. */
  toJSON(): string {
    return this.toString();
  }
}

/**
 * Formats a decimal with grouped thousands and a true minus sign (U+2212). Returns an empty string for undefined and
 * null, and any other value as a string.
 */
export const formatGrouped = (value: unknown): string =>
  value === undefined || value === null ? "" : Decimal.parse(value) ? groupThousands(String(value)) : String(value);
