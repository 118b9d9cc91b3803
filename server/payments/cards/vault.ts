/** Card numbers, which the issuer stores and the product does not. */
import type { Row } from "../../../src/engine/index.ts";

/** Card details that are needed for a purchase. `expiry`: `MM/YY`. */
export interface CardSecrets {
  number: string;
  expiry: string;
  cvv: string;
}

/** The issuer's vault, which reveals card details on request. */
export interface CardVault {
  /** Returns the secrets of a card. The card is passed as it is sent to a provider. */
  reveal(card: Row): Promise<CardSecrets>;
}
