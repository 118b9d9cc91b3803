/** Number of decimal digits by currency code (ISO 4217). */
export type MinorUnits = Readonly<Record<string, number>>;

/**
 * Returns the number of decimal digits of a currency.
 *
 * @throws Error for an unknown code, because a guess would move the wrong amount
 */
export function findDigits(currency: string, minorUnits: MinorUnits): number {
  const digits = minorUnits[currency];
  if (digits === undefined) throw new Error(`no minor units for currency ${currency}`);
  return digits;
}

/** Converts `"12.5"` with 2 digits to `1250n`. @throws Error when the text is not a decimal or has more digits than the currency */
export function toMinor(amount: string, digits: number): bigint {
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount);
  const fraction = (parts?.[3] ?? "").replace(/0+$/, "");
  if (!parts || fraction.length > digits)
    throw new Error(`not an amount with ${digits} digits after the point: ${amount}`);
  const minor = BigInt(parts[2] + fraction.padEnd(digits, "0"));
  return parts[1] ? -minor : minor;
}

/** Converts `1250n` with 2 digits to `"12.50"`. */
export function fromMinor(minor: bigint, digits: number): string {
  const text = (minor < 0n ? -minor : minor).toString().padStart(digits + 1, "0");
  const whole = digits ? `${text.slice(0, -digits)}.${text.slice(-digits)}` : text;
  return minor < 0n ? `-${whole}` : whole;
}
