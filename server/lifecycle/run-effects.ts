import type { Scope } from "@portolan/engine";
import { settleInOrder } from "../core/settle-in-order.ts";
import type { Tx } from "../store/database.ts";
import type { EffectContext, TransitionEvent, Phase } from "./context.ts";

/**
 * Runs all effects of a phase concurrently.
 *
 * @throws the error of the failed effect that comes first in the vocabulary, regardless of which failed first
 */
export async function runPhase(
  phase: Phase,
  tx: Tx,
  { event, scope }: { event: TransitionEvent; scope: Scope },
  context: EffectContext,
): Promise<void> {
  const effects = context.vocabulary.effects.filter((effect) => effect.phase === phase);
  await settleInOrder(...effects.map((effect) => effect.run(tx, event, scope, context)));
}
