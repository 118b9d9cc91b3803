import type { EntityPlan, FieldPlan, MaskPlace } from "../model/entity.ts";

/** Returns whether a value of the field is masked at a place. */
export const isCovered = ({ mask }: Pick<FieldPlan, "mask">, place: MaskPlace): boolean =>
  mask !== undefined && !mask.whole?.includes(place);

/** Returns whether the entity's call `reveal` returns the whole field to a user with these grants. */
export const canReveal = (
  { calls: { reveal } }: Pick<EntityPlan, "calls">,
  field: Pick<FieldPlan, "reveal">,
  granted: (grant: string) => boolean,
): boolean => field.reveal === true && reveal !== undefined && (!reveal.grant || granted(reveal.grant));
