/** Which call a list is asked for with: a queue's own where the page shows exactly what waits in it, for those who may work on it. */
import type { CallPlan, Entity, Row } from "../model/entity.ts";

export function listCall(entity: Entity, preset: Row, granted: (grant: string) => boolean): CallPlan {
  const { queue, list } = entity.calls;
  const own =
    entity.lifecycle && queue && (!queue.grant || granted(queue.grant)) ? preset[entity.lifecycle.field] : undefined;
  if (!queue || own === undefined) return list!;
  const waiting = new Set(
    entity.lifecycle!.transitions.filter(({ on }) => queue.events.includes(on)).flatMap(({ from }) => from),
  );
  const asked = [own].flat().map(String);
  return asked.length === waiting.size && asked.every((state) => waiting.has(state)) ? queue : list!;
}
