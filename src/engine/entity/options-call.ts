/** Where the options of a field come from. */
import type { CallOf, Entity, Field, OptionFactsPlan, Row } from "../model/entity.ts";
import type { OptionsResponse } from "../model/wire.ts";

/** Returns the facts that restrict a field's options, or undefined when there are none. */
export const findOptionFacts = ({ options }: Pick<Field, "options">): OptionFactsPlan | undefined =>
  options && "list" in options ? options.facts : undefined;

/**
 * Returns the call that supplies options: `options`, otherwise `list`.
 * @throws when the entity has neither
 */
export function getOptionsCall(entity: Entity): CallOf<OptionsResponse<Row>> {
  const call = entity.calls.options ?? entity.calls.list;
  if (!call) throw new Error(`${entity.name} has no call that lists its records`);
  return call;
}
