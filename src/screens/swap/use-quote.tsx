/**
 * Requests quotes. Only the latest request counts; responses to earlier ones are ignored. The POST is safe to repeat,
 * since a quote exchanges nothing until it is confirmed.
 */
import { useCallback, useEffect, useRef, useState } from "react";
import { call } from "@portolan/engine/app";
import type { CallFailure } from "@portolan/engine";
import { cancelRead, fetchLatest, usePorts } from "@portolan/engine/ui";
import { addDeadline, LAST_MS, type Quote, type QuoteRequest } from "./quote.ts";
import { useSeconds } from "./use-seconds.tsx";

export interface Quoting {
  quote?: Quote | undefined;
  /** Quote before the refresh, for comparison. */
  before?: Quote | undefined;
  failure?: CallFailure | undefined;
  isLoading: boolean;
  /** Remaining validity in whole seconds, rounded up; 0 without a quote. */
  seconds: number;
  /** Whether there is a quote that can still be confirmed, before the last second of its validity. */
  live: boolean;
  /**
   * Requests a quote. `again` refreshes the same request to show the change. Resolves to undefined when refused or
   * superseded.
   */
  request(request: QuoteRequest, again?: boolean): Promise<Quote | undefined>;
  clear(): void;
}
interface State {
  quote?: Quote | undefined;
  before?: Quote | undefined;
  failure?: CallFailure | undefined;
  isLoading: boolean;
}

export function useQuote(): Quoting {
  const [state, setState] = useState<State>({ isLoading: false });
  const ports = usePorts();
  const newest = useRef(0);
  // The server keeps one open quote per form id, so that typing does not exhaust the limit.
  const [form] = useState(() => crypto.randomUUID());
  const drop = useCallback(() => {
    newest.current += 1;
    cancelRead(ports, ["swapQuote", form]);
  }, [ports, form]);
  useEffect(() => drop, [drop]);

  const request = useCallback(
    async (quoteRequest: QuoteRequest, again = false): Promise<Quote | undefined> => {
      newest.current += 1;
      const own = newest.current;
      setState((old) => ({ ...old, isLoading: true, failure: undefined }));
      try {
        const quote = addDeadline(
          await fetchLatest(ports, ["swapQuote", form], (signal) =>
            call("swapQuote", { ...quoteRequest, form }, { signal }),
          ),
        );
        if (own !== newest.current) return undefined;
        setState((old) => ({ quote, before: again ? old.quote : undefined, isLoading: false }));
        return quote;
      } catch (error) {
        if (own !== newest.current) return undefined;
        // A failed refresh keeps the previous quote for comparison; a changed request has none.
        setState((old) => ({
          quote: again ? old.quote : undefined,
          before: undefined,
          failure: error as CallFailure,
          isLoading: false,
        }));
        return undefined;
      }
    },
    [ports, form],
  );
  const clear = useCallback(() => {
    drop();
    setState({ isLoading: false });
  }, [drop]);
  const usable = useSeconds(state.quote && state.quote.endsAt - LAST_MS);
  const seconds = useSeconds(state.quote?.endsAt);
  return { ...state, seconds, live: usable > 0, request, clear };
}
