import type { Vocabulary } from "./context.ts";
import { cascade } from "./effects/cascade.ts";
import { job } from "./effects/job.ts";
import { notify } from "./effects/notify.ts";

/**
 * Executors of the core dialect's effects, sufficient for a product without effects of its own.
 *
 * @example
 * Object.keys(coreVocabulary.facts) // => []
 */
export const coreVocabulary: Vocabulary = { effects: [cascade, job, notify], facts: {} };
