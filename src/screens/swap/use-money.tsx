/** What the merchant holds and what can be exchanged: balances by currency, and the offered currencies with their names. */
import { useEffect, useState } from "react";
import { call } from "../../client/call.ts";
import { usePorts } from "../../engine/ui.tsx";

export interface Money {
  /** Withdrawable balances by currency. */
  held: ReadonlyMap<string, string>;
  currencies: readonly { code: string; name: string }[];
}
/** So soon both are asked for again where no answer came. */
const RETRY_MS = 5_000;

/** Undefined until both are known. `turn`: balances are read anew when it changes. */
export function useMoney(turn: unknown): Money | undefined {
  const [money, setMoney] = useState<Money>();
  const [count, setCount] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const passive = count > 0;
    void (async () => {
      const [balances, offered] = await Promise.all([
        call("wallet.list", { size: 100 }, { signal: abort.signal, passive }),
        call("currency.options", {}, { signal: abort.signal, passive }),
      ]);
      if (abort.signal.aborted) return;
      setMoney({
        held: new Map(balances.list.map(({ currency, withdrawable }) => [currency, withdrawable])),
        currencies: offered.list.map(({ code, name }) => ({ code, name })),
      });
    })().catch(() => {
      if (!abort.signal.aborted) timer = setTimeout(() => setCount((old) => old + 1), RETRY_MS);
    });
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [turn, count]);
  return money;
}

/** The terms for selling a currency; undefined until known, `exchangeRate` absent where nobody set any (M18). */
export function useTerms(currency: string): Record<string, unknown> | undefined {
  const ports = usePorts();
  const [terms, setTerms] = useState<{ currency: string; terms: Record<string, unknown> | undefined }>();
  useEffect(() => {
    let live = true;
    void ports
      .context("channel", { entity: "swap", currency })
      .then((found) => live && setTerms({ currency, terms: found }));
    return () => {
      live = false;
    };
  }, [ports, currency]);
  return terms?.currency === currency ? terms.terms : undefined;
}
