/** Numbers of cards, which the issuer keeps and the product does not store. */
import type { Row } from "../../../src/engine/index.ts";

/** Card details that a purchase needs. `expiry`: `MM/YY`. */
export interface CardSecrets {
  number: string;
  expiry: string;
  cvv: string;
}

/** The issuer's vault. */
export interface CardVault {
  /** Returns the secrets of a card, given as it leaves for a provider. */
  reveal(card: Row): Promise<CardSecrets>;
}
