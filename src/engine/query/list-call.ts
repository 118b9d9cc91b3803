/**
 * Returns the call that loads a list: `queue` when the preset selects exactly the states waiting in the queue and the
 * user has its grant, otherwise `list`.
 */
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
