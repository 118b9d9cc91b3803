/** Card numbers, which the issuer stores and the product does not. */
import type { Row } from "@portolan/engine";

/** Card details that are needed for a purchase. `expiry`: `MM/YY`. */
export interface CardSecrets {
  number: string;
  expiry: string;
  cvv: string;
}

export interface CardVault {
  /** Returns the secrets of a card. `card` is the record in the form that providers receive. */
  reveal(card: Row): Promise<CardSecrets>;
}
