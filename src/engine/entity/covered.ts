import type { EntityPlan, FieldPlan, MaskPlace } from "../model/entity.ts";

/** Whether a value of the field is covered at this place. */
export const isCovered = ({ mask }: Pick<FieldPlan, "mask">, place: MaskPlace): boolean =>
  mask !== undefined && !mask.whole?.includes(place);

/** Whether the entity's own call `reveal` tells the field whole to a person with these grants. */
export const canReveal = (
  { calls: { reveal } }: Pick<EntityPlan, "calls">,
  field: Pick<FieldPlan, "reveal">,
  granted: (grant: string) => boolean,
): boolean => field.reveal === true && reveal !== undefined && (!reveal.grant || granted(reveal.grant));
