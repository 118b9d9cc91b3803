/** What the words of the product's schemas do on the server: the lifecycle's own effects, and those and the facts of payments. */
import type { Vocabulary } from "./lifecycle/context.ts";
import { cascade } from "./lifecycle/effects/cascade.ts";
import { job } from "./lifecycle/effects/job.ts";
import { notify } from "./lifecycle/effects/notify.ts";
import { certify } from "./payments/effects/certify.ts";
import { count } from "./payments/effects/count.ts";
import { createMoneyEffect } from "./payments/effects/money.ts";
import { sayMoney } from "./payments/effects/say-money.ts";
import { channel } from "./payments/facts/channel.ts";
import { counterparty } from "./payments/facts/counterparty.ts";
import { currencies } from "./payments/facts/currencies.ts";
import { fixing } from "./payments/facts/fixing.ts";
import { receiving } from "./payments/facts/receiving.ts";
import { wallet } from "./payments/facts/wallet.ts";

/** Returns the product's vocabulary. `booksCloseMs`: books that were not proven for so long stop outgoing money; default an hour. */
export const createVocabulary = ({ booksCloseMs }: { booksCloseMs?: number } = {}): Vocabulary => ({
  effects: [count, createMoneyEffect(booksCloseMs), cascade, certify, job, notify],
  facts: { wallet, channel, currencies, counterparty, fixing, receiving },
  sayMoney,
});
