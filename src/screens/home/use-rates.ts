/** The market on home: asked again every fifteen seconds while somebody can see it, with the points of the last day for small charts. */
import { useCallback } from "react";
import type { Ports } from "../../engine/index.ts";
import { type Loaded, useCard } from "./use-card.ts";

export interface Rate {
  pair: string;
  base: string;
  quote: string;
  /** Name of `base` in the reader's language. */
  name: string;
  mid: string;
  buy?: string;
  sell?: string;
  /** Of the mid against a day before, `-0.12`. */
  changePercent?: string;
  at: string;
  stale: boolean;
}
export type Point = [at: number, mid: string];
export interface Market {
  serverTime: string;
  stale: boolean;
  rates: Rate[];
  history: Record<string, Point[]>;
}
/** Source: specification 9 (K1): a quote holds for 15 s. */
const EVERY_MS = 15_000;

export function useRates(ports: Ports): Loaded<Market> {
  const load = useCallback(
    async (signal: AbortSignal): Promise<Market> => {
      const ask = async (name: string) => ports.call((await ports.callNamed!(name))!, {}, { signal, passive: true });
      const [live, table] = await Promise.all([ask("ratePrice"), ask("currencyRate")]);
      const names = new Map((table.list as Rate[]).map(({ pair, name }) => [pair, name]));
      const rates = (live.rates as Rate[]).map((rate) => ({ ...rate, name: names.get(rate.pair) ?? rate.base }));
      return {
        serverTime: live.serverTime,
        stale: live.stale === true,
        rates,
        history: live.history as Market["history"],
      };
    },
    [ports],
  );
  return useCard(load, EVERY_MS);
}
