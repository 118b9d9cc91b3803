/** Confirms a quote: sends it with the password proof and keeps the outcome. */
import { useCallback, useEffect, useRef, useState } from "react";
import type { EntityRow } from "@portolan/engine";
import { isLocked, Operation, type Settled, usePorts } from "@portolan/engine/ui";
import { confirmQuote, describeOutcome, isPriceGone, readSwap } from "./confirm-quote.ts";
import type { QuoteRequest } from "./quote.ts";
import type { Quoting } from "./use-quote.tsx";

/** A message shown above the buttons. */
export interface ReviewNotice {
  tone: "warning" | "danger";
  text: string;
}

/**
 * Returns the state and notice of the confirmation, `confirm`, and `retry` for one with an unknown outcome. Requests a
 * new quote when the price is no longer valid.
 */
export function useConfirmation(
  request: QuoteRequest,
  requestQuote: Quoting["request"],
  onDone: (record: EntityRow<"swap">) => void,
) {
  const ports = usePorts();
  const [sending, setSending] = useState(false);
  const [notice, setNotice] = useState<ReviewNotice>();
  const [outcomeUnknown, setOutcomeUnknown] = useState(false);
  const current = useRef<Operation>(undefined);
  useEffect(() => {
    current.current?.attach();
    return () => current.current?.detach();
  }, []);
  const run = useCallback(
    async (operation: Operation, send: () => Promise<Settled | undefined>) => {
      setSending(true);
      setNotice(undefined);
      const settled = await send();
      if (settled?.late) return;
      setSending(false);
      if (!settled) return;
      const { outcome } = settled;
      setOutcomeUnknown(isLocked(operation.state));
      if (outcome.end === "succeeded") return onDone(readSwap(outcome.result));
      if (outcome.end === "cancelled") return;
      const isExpired = outcome.end === "refused" && isPriceGone(outcome.failure);
      setNotice({
        tone: outcome.end === "refused" && !isExpired ? "danger" : "warning",
        text: describeOutcome(outcome),
      });
      if (isExpired) await requestQuote(request, true);
    },
    [onDone, requestQuote, request],
  );
  const confirm = (quoteId: string, proof: string) => {
    const operation = new Operation(ports, confirmQuote(ports, quoteId));
    current.current = operation;
    return run(operation, () => operation.submit({ quoteId }, proof));
  };
  const retry = () => {
    const operation = current.current;
    if (operation && !sending) void run(operation, () => operation.retry());
  };
  return { sending, notice, outcomeUnknown, confirm, retry, clearNotice: () => setNotice(undefined) };
}
