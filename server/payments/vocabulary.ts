/** Executors of the keywords in the product's schemas: the core's effects, and the effects and facts of payments. */
import type { Vocabulary } from "../lifecycle/context.ts";
import { coreVocabulary } from "../lifecycle/vocabulary.ts";
import { certify } from "./effect-handlers/certify.ts";
import { parties } from "./effect-handlers/parties.ts";
import { count } from "./effect-handlers/count.ts";
import { createMoneyEffect } from "./effect-handlers/money.ts";
import { formatSentence } from "../records/sentences.ts";
import { describeMoney } from "./effect-handlers/describe-money.ts";
import { describeOrder } from "./effect-handlers/describe-order.ts";
import { channel } from "./facts/channel.ts";
import { counterparty } from "./facts/counterparty.ts";
import { currencies } from "./facts/currencies.ts";
import { exit } from "./facts/exit.ts";
import { fixing } from "./facts/fixing.ts";
import { payee } from "./facts/payee.ts";
import { receiving } from "./facts/receiving.ts";
import { wallet } from "./facts/wallet.ts";
import { workday } from "./facts/workday.ts";
import { bankMoney } from "./statements/bank-money.ts";

/**
 * Creates the product's vocabulary. `booksCloseMs`: time in milliseconds without a successful verification after which
 * a tenant's books close, which stops outgoing money. Default: one hour.
 */
export const createVocabulary = ({ booksCloseMs }: { booksCloseMs?: number | undefined } = {}): Vocabulary => ({
  effects: [count, createMoneyEffect(booksCloseMs), bankMoney, certify, parties, ...coreVocabulary.effects],
  facts: { wallet, channel, currencies, counterparty, exit, fixing, payee, receiving, workday },
  describeMoney,
  describeOrder,
  formatSentence,
});
