/** Amounts in Chinese bank capitals: `2000.00` -> 人民币贰仟元整. */
import nzh from "nzh/cn";

/**
 * Converts yuan, jiao and fen of a decimal string. Empty for anything else, negative amounts and more than two decimals
 * included.
 */
export function spellCapitals(amount: string): string {
  return /^\d+(\.\d{1,2})?$/.test(amount) ? `人民币${nzh.toMoney(amount, { outSymbol: false, forceZheng: true })}` : "";
}
