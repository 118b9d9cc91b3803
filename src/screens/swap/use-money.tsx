/** Balances, available currencies and terms of the exchange. */
import { useEffect } from "react";
import { call } from "@portolan/engine/app";
import { usePorts, useRead } from "@portolan/engine/ui";
import type { Money } from "./choices.ts";
import { useReloadOn } from "./use-reload-on.tsx";

/** Delay before a failed load is retried, in ms. */
const RETRY_MS = 5_000;

/**
 * Loads the balances and the available currencies, and reloads them when `reloadKey` changes and after a failure.
 * Undefined until everything has loaded.
 */
export function useMoney(reloadKey: unknown): Money | undefined {
  const ports = usePorts();
  const { data, failure, reload } = useRead<Money>(["wallet", "exchange"], async (signal, isRepeat) => {
    const [balances, offered, facts] = await Promise.all([
      call("wallet.list", { size: 100 }, { signal, passive: isRepeat }),
      call("currency.options", {}, { signal, passive: isRepeat }),
      ports.context("currencies", { entity: "swap" }),
    ]);
    return {
      held: new Map(balances.list.map(({ currency, withdrawable }) => [currency, withdrawable])),
      currencies: offered.list.map(({ code, name }) => ({ code, name })),
      facts,
    };
  });
  useReloadOn(reloadKey, reload);
  useEffect(() => {
    if (!failure) return undefined;
    const timer = setTimeout(reload, RETRY_MS);
    return () => clearTimeout(timer);
  }, [failure, reload]);
  return data;
}

/**
 * Loads the terms for selling a currency. Undefined until loaded, and when loading fails. `exchangeRate` is absent when
 * no rate is set (M18).
 */
export function useTerms(currency: string): Readonly<Record<string, unknown>> | undefined {
  const ports = usePorts();
  const { data } = useRead(
    ["swap", "terms", currency],
    async () => ({ terms: await ports.context("channel", { entity: "swap", currency }) }),
    { onFocus: false },
  );
  return data?.terms;
}
