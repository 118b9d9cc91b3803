/**
 * Returns the call that loads a list: `queue` if the preset selects exactly the states of the queue and the user has
 * its grant, otherwise `list`.
 * @throws Error when the entity has no such call
 */
import type { CallOf, Entity, Row } from "../model/entity.ts";
import type { ListResponse } from "../model/wire.ts";

/** A call that loads a list. */
export type ListCall = CallOf<ListResponse<Row>>;

export function findListCall(entity: Entity, preset: Row, granted: (grant: string) => boolean): ListCall {
  const { lifecycle } = entity;
  const { queue, list } = entity.calls;
  const own = lifecycle && queue && (!queue.grant || granted(queue.grant)) ? preset[lifecycle.field] : undefined;
  const waiting = new Set(
    lifecycle?.transitions.filter(({ on }) => queue?.events.includes(on)).flatMap(({ from }) => from),
  );
  const names = [own].flat().map(String);
  const isQueue = own !== undefined && names.length === waiting.size && names.every((state) => waiting.has(state));
  const call = isQueue ? queue : list;
  if (!call) throw new Error(`"${entity.name}" has no call that lists its records`);
  return call;
}
