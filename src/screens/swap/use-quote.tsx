/** Loads quotes: the newest request counts, responses to older ones are dropped. A read although it is a POST: a quote exchanges nothing until it is confirmed. */
import { useCallback, useEffect, useRef, useState } from "react";
import { call } from "../../client/call.ts";
import type { CallFailure } from "../../engine/index.ts";
import { cancelRead, fetchLatest, usePorts } from "../../engine/ui.tsx";
import { addDeadline, LAST_MS, type Quote, type Wish } from "./quote.ts";
import { useSeconds } from "./use-seconds.tsx";

export interface Quoting {
  quote?: Quote | undefined;
  /** The quote that was refreshed: what the change is said against. */
  before?: Quote | undefined;
  failure?: CallFailure | undefined;
  asking: boolean;
  /** Seconds that the quote is still valid. */
  seconds: number;
  /** It can be confirmed: it is there, and its last second has not begun. */
  live: boolean;
  /** `again`: the same wish at a newer price, so that the difference is said. Resolves with the quote, or nothing when it was refused or overtaken. */
  ask(wish: Wish, again?: boolean): Promise<Quote | undefined>;
  clear(): void;
}
interface State {
  quote?: Quote | undefined;
  before?: Quote | undefined;
  failure?: CallFailure | undefined;
  asking: boolean;
}

export function useQuote(): Quoting {
  const [state, setState] = useState<State>({ asking: false });
  const ports = usePorts();
  const newest = useRef(0);
  // The server keeps one quote of a form open: whoever types on does not collect them.
  const [form] = useState(() => crypto.randomUUID());
  const drop = useCallback(() => {
    newest.current += 1;
    cancelRead(ports, ["swapQuote", form]);
  }, [ports, form]);
  useEffect(() => drop, [drop]);

  const ask = useCallback(
    async (wish: Wish, again = false): Promise<Quote | undefined> => {
      newest.current += 1;
      const own = newest.current;
      setState((old) => ({ ...old, asking: true, failure: undefined }));
      try {
        const quote = addDeadline(
          await fetchLatest(ports, ["swapQuote", form], (signal) => call("swapQuote", { ...wish, form }, { signal })),
        );
        if (own !== newest.current) return undefined;
        setState((old) => ({ quote, before: again ? old.quote : undefined, asking: false }));
        return quote;
      } catch (error) {
        if (own !== newest.current) return undefined;
        // A price that is over is still worth comparing with, one that was never given is not.
        setState((old) => ({
          quote: again ? old.quote : undefined,
          before: undefined,
          failure: error as CallFailure,
          asking: false,
        }));
        return undefined;
      }
    },
    [ports, form],
  );
  const clear = useCallback(() => {
    drop();
    setState({ asking: false });
  }, [drop]);
  const usable = useSeconds(state.quote && state.quote.endsAt - LAST_MS);
  const seconds = useSeconds(state.quote?.endsAt);
  return { ...state, seconds, live: usable > 0, ask, clear };
}
