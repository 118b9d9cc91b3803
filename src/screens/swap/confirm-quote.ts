/** The operation that confirms a quote. The quote's id is its idempotency key: however often it is sent, it is one exchange. */
import { requireEndpoint } from "../../client/endpoints.ts";
import { t } from "../../client/i18n.ts";
import { failures } from "../../contract/failures.ts";
import type { CallFailure, OperationKey, OperationSetup, Outcome, Ports } from "../../engine/index.ts";

const { quoteExpired, quoteUsed, priceMoved, tradingHours } = failures;
const PRICE_GONE: readonly number[] = [quoteExpired, quoteUsed, priceMoved, tradingHours].map(({ code }) => code);

/** True for a refusal after which the price is no longer good: nothing was exchanged, and a new quote is needed. */
export const isPriceGone = ({ code }: CallFailure): boolean => PRICE_GONE.includes(code);

const buildStorageName = (ports: Ports): string => `swap.sure.${ports.user()}`;

/** Returns the quote whose confirmation never got an answer, also after a reload; undefined for none. */
export const readPendingQuoteId = (ports: Ports): string | undefined =>
  sessionStorage.getItem(buildStorageName(ports)) ?? undefined;

/** Stores the quote's id, from which key and body are rebuilt after a reload. */
class QuoteKey implements OperationKey {
  readonly value: string;

  constructor(
    private readonly ports: Ports,
    private readonly quoteId: string,
  ) {
    this.value = `swap-${quoteId}`;
  }
  get open(): boolean {
    return readPendingQuoteId(this.ports) === this.quoteId;
  }
  keep(): void {
    sessionStorage.setItem(buildStorageName(this.ports), this.quoteId);
  }
  /** Removes the stored id, unless another quote was sent meanwhile. */
  drop(): void {
    if (this.open) sessionStorage.removeItem(buildStorageName(this.ports));
  }
}

/** Returns the setup of a quote's confirmation. A retry sends the proof of the first attempt; after a reload it goes without one and only asks for the result. */
export function confirmQuote(ports: Ports, quoteId: string): OperationSetup {
  return {
    call: requireEndpoint("swapSure"),
    changes: "swap",
    key: new QuoteKey(ports, quoteId),
    restored: { quoteId },
    idempotency: "durable",
    reusesProof: true,
    // A session that ended is no refusal of the exchange: the page after the next sign-in resumes it.
    needsDefinitiveAnswer: true,
    notifyLate: (outcome) => {
      if (outcome.end === "cancelled") return undefined;
      if (outcome.end === "succeeded")
        return { tone: "success", title: t("swap.done"), detail: String(outcome.result["record"].orderNo) };
      return { tone: "warning", title: describeOutcome(outcome) };
    },
  };
}

/** Returns the sentence of an outcome other than success. */
export function describeOutcome(outcome: Exclude<Outcome, { end: "succeeded" | "cancelled" }>): string {
  if (outcome.end === "refused") return describeFailure(outcome.failure);
  return t(outcome.end === "offline" ? "swap.offline" : "swap.unknown");
}

/** Returns the server's message of a refusal; the message for a missing response when it sent none. */
export const describeFailure = (failure: CallFailure): string =>
  failure.errors?.map(({ message }) => message).join(" ") || failure.message || t("swap.noAnswer");
