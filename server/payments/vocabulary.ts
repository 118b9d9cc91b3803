/** Executors of the keywords in the product's schemas: the core's effects, and the effects and facts of payments. */
import type { Vocabulary } from "../lifecycle/context.ts";
import { coreVocabulary } from "../lifecycle/vocabulary.ts";
import { accounts } from "./accounts.ts";
import { certify } from "./onboarding/certify-effect.ts";
import { parties } from "./onboarding/parties-effect.ts";
import { count } from "./effect-handlers/count.ts";
import { createMoneyEffect } from "./effect-handlers/money.ts";
import { formatSentence } from "../records/sentences.ts";
import { describeMoney } from "./effect-handlers/describe-money.ts";
import { describeOrder } from "./effect-handlers/describe-order.ts";
import { channel } from "./facts/channel.ts";
import { counterparty } from "./transfer/counterparty-fact.ts";
import { currencies } from "./facts/currencies.ts";
import { exit } from "./facts/exit.ts";
import { fixing } from "./swap/fixing-fact.ts";
import { payee } from "./remit/payee-fact.ts";
import { receiving } from "./facts/receiving.ts";
import { user } from "./facts/user.ts";
import { wallet } from "./wallet/wallet-fact.ts";
import { workday } from "./facts/workday.ts";
import { bankMoney } from "./statements/bank-money.ts";

/**
 * Creates the product's vocabulary. `booksCloseMs`: time in milliseconds without a successful verification after which
 * a tenant's books close, which stops outgoing money. Default: one hour.
 */
export const createVocabulary = ({ booksCloseMs }: { booksCloseMs?: number | undefined } = {}): Vocabulary => ({
  accounts,
  effects: [count, createMoneyEffect(booksCloseMs), bankMoney, certify, parties, ...coreVocabulary.effects],
  facts: { user, wallet, channel, currencies, counterparty, exit, fixing, payee, receiving, workday },
  describeMoney,
  describeOrder,
  formatSentence,
});
