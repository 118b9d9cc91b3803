/** Amounts in the capitals of Chinese banks: `2000.00` reads 人民币贰仟元整. */
import nzh from "nzh/cn";

/** Yuan, jiao and fen of a decimal string; nothing for what is no amount. */
export function capitals(amount: string): string {
  return /^\d+(\.\d{1,2})?$/.test(amount) ? `人民币${nzh.toMoney(amount, { outSymbol: false, forceZheng: true })}` : "";
}
