/**
 * Operation that confirms a quote. Its idempotency key is derived from the quote id, so repeated requests result in one
 * exchange.
 */
import { requireEndpoint, t } from "@portolan/engine/app";
import { failures } from "../../contract/failures.ts";
import type {
  CallFailure,
  CallResult,
  EntityRow,
  OperationKey,
  OperationSetup,
  Outcome,
  Ports,
} from "@portolan/engine";

const { quoteExpired, quoteUsed, priceMoved, tradingHours } = failures;
const PRICE_GONE: readonly number[] = [quoteExpired, quoteUsed, priceMoved, tradingHours].map(({ code }) => code);

/**
 * Returns whether the refusal means that the quote can no longer be confirmed (expired, used, price moved, market
 * closed), so that a new one is required.
 */
export const isPriceGone = ({ code }: CallFailure): boolean => PRICE_GONE.includes(code);

/** Returns the exchange in the response of `swapSure`. */
export const readSwap = (response: CallResult): EntityRow<"swap"> => response["record"] as EntityRow<"swap">;

const buildStorageKey = (ports: Ports): string => `swap.sure.${ports.user()}`;

/**
 * Returns the id of a quote whose confirmation has not received a definitive response; undefined when there is none.
 * The id survives reloads of the tab.
 */
export const readPendingQuoteId = (ports: Ports): string | undefined =>
  sessionStorage.getItem(buildStorageKey(ports)) ?? undefined;

/** Stores the quote id, from which the key and body are rebuilt after a reload. */
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
    sessionStorage.setItem(buildStorageKey(this.ports), this.quoteId);
  }
  /** Removes the stored id, unless another quote has been sent in the meantime. */
  drop(): void {
    if (this.open) sessionStorage.removeItem(buildStorageKey(this.ports));
  }
}

/**
 * Returns the setup of a confirmation. A retry reuses the proof of the first attempt; after a reload it has no proof
 * and only retrieves the outcome.
 */
export function confirmQuote(ports: Ports, quoteId: string): OperationSetup {
  return {
    call: requireEndpoint("swapSure"),
    changes: "swap",
    key: new QuoteKey(ports, quoteId),
    restored: { quoteId },
    idempotency: "durable",
    reusesProof: true,
    // An expired session does not mean that the exchange was refused; the page resumes the confirmation after the next
    // sign-in.
    needsDefinitiveAnswer: true,
    notifyLate: (outcome) => {
      if (outcome.end === "cancelled") return undefined;
      if (outcome.end === "succeeded")
        return { tone: "success", title: t("swap.done"), detail: readSwap(outcome.result).orderNo };
      return { tone: "warning", title: describeOutcome(outcome) };
    },
  };
}

/** Returns the message for an outcome other than success. */
export function describeOutcome(outcome: Exclude<Outcome, { end: "succeeded" | "cancelled" }>): string {
  if (outcome.end === "refused") return describeFailure(outcome.failure);
  return t(outcome.end === "offline" ? "swap.offline" : "swap.unknown");
}

/** Returns the server's messages for the fields or for the call, or a generic message when no response arrived. */
export const describeFailure = (failure: CallFailure): string =>
  failure.errors?.map(({ message }) => message).join(" ") || failure.message || t("swap.noAnswer");
