/**
 * Market rates on the home page: polled every 15 s while the page is visible, with the points of the last day for the
 * sparklines.
 */
import { call } from "@portolan/engine/app";
import type { CallResponse } from "@portolan/engine";
import { type ReadState, useRead } from "@portolan/engine/ui";

/** Rate of one currency against the yuan, with the currency's name in the user's language. */
export type Rate = CallResponse<"currencyRate">["list"][number];
export type Market = Pick<CallResponse<"ratePrice">, "serverTime" | "stale" | "history"> & { rates: readonly Rate[] };
/** Timestamp in ms, and the mid-market rate at that time. */
export type Point = Market["history"][string][number];
/** Poll interval, equal to the validity of a quote. Source: specification 9 (K1). */
const EVERY_MS = 15_000;

async function readMarket(signal: AbortSignal): Promise<Market> {
  const [live, table] = await Promise.all([
    call("ratePrice", {}, { signal, passive: true }),
    call("currencyRate", {}, { signal, passive: true }),
  ]);
  const names = new Map(table.list.map(({ pair, name }) => [pair, name]));
  const rates = live.rates.map((rate) => ({ ...rate, name: names.get(rate.pair) ?? rate.base }));
  return { serverTime: live.serverTime, stale: live.stale, rates, history: live.history };
}

/** Polls the market rates while the page is visible. */
export const useRates = (): ReadState<Market> => useRead(["rates"], readMarket, { every: EVERY_MS });
