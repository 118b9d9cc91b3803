/** What the verbs of `portolan` and a start need of the payment product. */
import type { ProductTools } from "../cli/command.ts";
import { createActs } from "./operators/acts.ts";
import { booksCommand } from "./operators/books-command.ts";
import { channelCommand } from "./operators/channel-command.ts";
import { merchantCommand } from "./operators/merchant-command.ts";
import { verifyAll } from "./monitor/verify.ts";
import { paymentTables, upgrade } from "./product.ts";
import { OWN_JOBS, readSchemas } from "./schemas.ts";
import { createVocabulary } from "./vocabulary.ts";

export const paymentTools: ProductTools = {
  readSchemas,
  paymentFiles: {},
  createVocabulary,
  commands: { merchant: merchantCommand, channel: channelCommand, books: booksCommand },
  createActs,
  ownJobs: new Set<string>(OWN_JOBS),
  tables: paymentTables,
  upgrade,
  verifyBooks: verifyAll,
};
