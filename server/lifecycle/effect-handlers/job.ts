import { enqueue } from "../../jobs/queue.ts";
import { formatPostingStep, type EffectExecutor } from "../context.ts";

/** Effect `job`: enqueues the transition's job once each time the event fires. */
export const job: EffectExecutor = {
  effect: "job",
  phase: "record",
  run: async (tx, event, _scope, { notifyWorker }) => {
    const { tenant, entity, id, version, transition, at } = event;
    if (!transition.job) return;
    enqueue(tx, {
      kind: transition.job,
      dedupe: `${tenant}/${entity.name}/${id}/${formatPostingStep(event)}/${transition.job}`,
      tenant,
      runAt: at,
      payload: { entity: entity.name, id, version },
    });
    if (notifyWorker) tx.afterCommit(notifyWorker);
  },
};
