/** Keeps strings as text that spreadsheets would otherwise run as formulas, convert or round. */

/**
 * First characters of a formula, including full-width forms. Leading quotes match as well, since `unescapeFormula`
 * would remove them.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
/**
 * Strings that a spreadsheet would convert: leading zeros, more than 11 digits (displayed with an exponent), exponents,
 * dates.
 */
const FRAGILE = /^(?:0\d+|\d{12,}|\d+(?:\.\d+)?e\d+|\d{1,4}[-/]\d{1,2}(?:[-/]\d{1,4})?)$/i;
/** A plain decimal, to which `forExcel` adds a tab only when a spreadsheet would round it. */
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * Prefixes text that would run as a formula: `=1+1` -> `'=1+1`. Number cells do not need it and are written unguarded.
 */
export function escapeFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/**
 * Removes the prefix added by `escapeFormula` and the tab added by `forExcel`.
 * @example
 * unescapeFormula("'=1+1") // => "=1+1"
 */
export function unescapeFormula(text: string): string {
  if (text.startsWith("'") && FORMULA.test(text)) return text.slice(1);
  if (!text.endsWith("\t")) return text;
  const value = text.slice(0, -1);
  return isFragile(value) || NUMBER.test(value) ? value : text;
}

/** Returns whether a spreadsheet would convert this text to a number or date. */
export const isFragile = (text: string): boolean => FRAGILE.test(text);

/** Returns whether this plain decimal has more than 15 significant digits, which a spreadsheet would round. */
export function isRounded(value: string): boolean {
  return value.length > 15 && value.replace(/^[-0.]+|\D/g, "").length > 15;
}
