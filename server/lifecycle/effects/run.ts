import type { Scope } from "../../../src/engine/index.ts";
import { settleInOrder } from "../../core/settle-in-order.ts";
import type { Tx } from "../../store/database.ts";
import type { EffectContext, TransitionEvent, Phase } from "../context.ts";

/** Runs all effects of a phase at once. @throws what the first of them threw, in the order of the vocabulary and not of time. */
export async function runPhase(
  phase: Phase,
  tx: Tx,
  { happening, scope }: { happening: TransitionEvent; scope: Scope },
  context: EffectContext,
): Promise<void> {
  const effects = context.vocabulary.effects.filter((effect) => effect.phase === phase);
  await settleInOrder(...effects.map((effect) => effect.run(tx, happening, scope, context)));
}
