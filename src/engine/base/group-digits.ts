/**
 * Adds thousands separators to numbers for reading and removes them for editing. Does not use `Decimal`, so that sign-in
 * need not load it. The decimal places of amounts are determined in `kinds/money/amount-format.ts`.
 */

/**
 * Formats a plain decimal with grouped thousands and a true minus sign (U+2212): `"-1234.50"` becomes `−1,234.50`.
 * @example
 * groupThousands("-1234.50") // => "−1,234.50"
 */
export function groupThousands(plain: string): string {
  const [whole = "", fraction] = plain.replace("-", "").split(".");
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ",");
  return (plain.startsWith("-") ? "−" : "") + (fraction === undefined ? grouped : `${grouped}.${fraction}`);
}

/**
 * Removes the thousands separators of a number and moves the selection so that it covers the same digits.
 * @example
 * ungroup("1,234", 5, 5) // => { text: "1234", start: 4, end: 4 }
 */
export function ungroup(text: string, start: number, end: number): { text: string; start: number; end: number } {
  const commasBefore = (at: number) => text.slice(0, at).split(",").length - 1;
  return { text: text.replaceAll(",", ""), start: start - commasBefore(start), end: end - commasBefore(end) };
}
