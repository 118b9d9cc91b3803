import type { CallPlan, Entity } from "../model/entity.ts";

/**
 * Returns the call that supplies options: `options`, otherwise `list`.
 * @throws when the entity has neither
 */
export function getOptionsCall(entity: Entity): CallPlan {
  const call = entity.calls.options ?? entity.calls.list;
  if (!call) throw new Error(`${entity.name} has no call that lists its records`);
  return call;
}
