/** Sort order of currencies and the reporting currency, both stored in the browser. */
import { useEffect, useRef, useSyncExternalStore } from "react";
import { createObservable } from "@portolan/engine/app";
import { Decimal } from "@portolan/engine";
import { deriveRate } from "./total.ts";

export const USUAL = "CNY";
const KEY = "reportingCurrency";
/** Storage key of the last sort order. */
const ORDER = "home.currencies";
/** Whether an earlier visit has stored a sort order. */
export const hasOrderBefore = (): boolean => localStorage.getItem(ORDER) !== null;
const orderBefore = (): string[] => (localStorage.getItem(ORDER) ?? "").split(",");

interface Balance {
  currency: string;
  balance: string;
}
const isEmpty = ({ balance }: Balance) => Decimal.of(balance).eq(0n);

/**
 * Returns the balances sorted by value, empty ones last. Uses the order of the last visit until the mid-market rates
 * have loaded, so that nothing jumps.
 */
export function useSortedByValue<Row extends Balance>(
  rows: readonly Row[],
  mids: ReadonlyMap<string, string>,
  isLoaded: boolean,
): readonly Row[] {
  const worth = (row: Row) => Decimal.of(row.balance).mul(deriveRate(row.currency, USUAL, mids) ?? Decimal.of("0"));
  const before = useRef(orderBefore()).current;
  const rank = (row: Row) => before.indexOf(row.currency) + 1 || before.length + 1;
  const sorted = rows.toSorted(
    (a, b) => Number(isEmpty(a)) - Number(isEmpty(b)) || (isLoaded ? worth(b).cmp(worth(a)) : rank(a) - rank(b)),
  );
  const order = sorted.map((row) => row.currency).join();
  useEffect(() => {
    if (isLoaded) localStorage.setItem(ORDER, order);
  }, [isLoaded, order]);
  return sorted;
}

const chosen = createObservable<string>(localStorage.getItem(KEY) ?? USUAL);

/**
 * Returns the reporting currency, shared by all cards, and its setter. Falls back to the default when the selected
 * currency is not offered.
 */
export function useReportingCurrency(offered: readonly string[]): [string, (code: string) => void] {
  const currency = useSyncExternalStore(chosen.subscribe, chosen.get);
  const choose = (code: string) => {
    localStorage.setItem(KEY, code);
    chosen.set(code);
  };
  return [offered.includes(currency) ? currency : USUAL, choose];
}
