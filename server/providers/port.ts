/**
 * The port through which the product works with an outside party: a bank, a dealer, a card issuer, an identity check. It is asked by a job and
 * answers with events of actor `provider`.
 */
/** Ports by name, with the jobs of lifecycles that each answers. `market` answers none: it brings prices. */
export const PORT_JOBS = {
  payout: ["bank.pay", "bank.resume", "remit.pay", "remit.resume"],
  collect: ["collection.expect", "collection.review"],
  accounts: ["network.access", "network.open"],
  dealer: ["fx.deal", "fx.audit", "fx.recheck"],
  cards: ["card.issue", "card.load"],
  kyc: ["kyc.review", "party.review"],
  market: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;
