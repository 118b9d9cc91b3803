import type { Row } from "@portolan/engine";
import { createHandlers } from "../calls/handler.ts";
import type { Services } from "../http/services.ts";
import type { Feed } from "./rates/feed.ts";

/** Card details that are needed for a purchase. `expiry`: `MM/YY`. */
export interface CardSecrets {
  number: string;
  expiry: string;
  cvv: string;
}

/** Reveals card numbers, which the issuer stores and the product does not. */
export interface CardVault {
  /** Returns the secrets of a card. `card` is the record in the form that providers receive. */
  reveal(card: Row): Promise<CardSecrets>;
}

/** Services of payment calls, besides those that every product has. */
export interface PaymentServices extends Services {
  /** The simulated market. If omitted, prices come from a source or from operators. */
  feed?: Feed | undefined;
  /** Reveals card numbers. If omitted, none can be revealed. */
  cardVault?: CardVault | undefined;
  simulated: boolean;
}

/** Same as `handler`, for calls that need the payment services. */
export const paymentHandler = createHandlers<PaymentServices>();
