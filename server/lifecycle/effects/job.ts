import { enqueue } from "../../jobs/queue.ts";
import { stepOf, type EffectExecutor } from "../context.ts";

/** Effect `job`: enqueues the transition's job. A transition that happens again enqueues it again. */
export const job: EffectExecutor = {
  effect: "job",
  phase: "record",
  run: async (tx, happening, _scope, { wake }) => {
    const { m, entity, id, version, transition, at } = happening;
    if (!transition.job) return;
    enqueue(tx, {
      kind: transition.job,
      dedupe: `${m}/${entity.name}/${id}/${stepOf(happening)}/${transition.job}`,
      m,
      runAt: at,
      payload: { entity: entity.name, id, version },
    });
    if (wake) tx.afterCommit(wake);
  },
};
