/** Jobs that an event of a lifecycle may leave, by whom they are for; each has a handler of that name. */
export const JOBS = [
  "bank.pay",
  "bank.resume",
  "card.issue",
  "card.load",
  "card.make",
  "collection.book",
  "collection.expect",
  "collection.review",
  "fx.audit",
  "fx.deal",
  "fx.recheck",
  "kyc.review",
  "network.access",
  "network.open",
  "network.opened",
  "party.review",
  "remit.pay",
  "remit.resume",
] as const;
export type JobName = (typeof JOBS)[number];
