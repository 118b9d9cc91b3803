/** Market rates on home: polled every 15 s while the page is visible, with the last day's points for small charts. */
import { call } from "../../client/call.ts";
import type { CallAnswer } from "../../contract/calls.ts";
import { type Reading, useRead } from "../../engine/ui.tsx";

/** One currency against the yuan, with its name in the reader's language. */
export type Rate = CallAnswer<"currencyRate">["list"][number];
export type Market = Pick<CallAnswer<"ratePrice">, "serverTime" | "stale" | "history"> & { rates: readonly Rate[] };
/** Epoch in ms, and the mid at that time. */
export type Point = Market["history"][string][number];
/** Source: specification 9 (K1): a quote holds for 15 s. */
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

/** Polls the market every 15 s while the page is visible. */
export const useRates = (): Reading<Market> => useRead(["rates"], readMarket, { every: EVERY_MS });
