import { coreAccounts } from "../session/accounts.ts";
import type { Vocabulary } from "./context.ts";
import { cascadeLater } from "./effect-handlers/cascade-later.ts";
import { cascade } from "./effect-handlers/cascade.ts";
import { job } from "./effect-handlers/job.ts";
import { notify } from "./effect-handlers/notify.ts";

/**
 * Executors of the core dialect's effects, sufficient for a product without effects of its own.
 *
 * @example
 * Object.keys(coreVocabulary.facts) // => []
 */
export const coreVocabulary: Vocabulary = {
  accounts: coreAccounts,
  effects: [cascade, cascadeLater, job, notify],
  facts: {},
};
