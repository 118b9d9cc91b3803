/** Spells amounts in Chinese financial numerals, as banks require: `2000.00` -> 人民币贰仟元整. */
import nzh from "nzh/cn";

/**
 * Spells a decimal string of yuan, jiao and fen. Returns an empty string for anything else, including negative amounts
 * and more than two decimals.
 */
export function spellCapitals(amount: string): string {
  return /^\d+(\.\d{1,2})?$/.test(amount) ? `人民币${nzh.toMoney(amount, { outSymbol: false, forceZheng: true })}` : "";
}
