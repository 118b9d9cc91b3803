import type { EntityPlan, FieldPlan, MaskContext } from "../model/entity.ts";

/** Returns whether values of the field are masked in a place such as a list or an export. */
export const isMasked = ({ mask }: Pick<FieldPlan, "mask">, context: MaskContext): boolean =>
  mask !== undefined && !mask.whole?.includes(context);

/**
 * Returns whether searches in a list match only the field's whole value. Matching part of a masked value would reveal
 * it, one character per request.
 * @example
 * const isSearchable = !matchesWhole(field);
 */
export const matchesWhole = (field: Pick<FieldPlan, "mask">): boolean => isMasked(field, "list") && !field.mask?.stored;

/** Returns whether the entity's `reveal` call returns the field unmasked to a user with these grants. */
export const canReveal = (
  { calls: { reveal } }: Pick<EntityPlan, "calls">,
  field: Pick<FieldPlan, "reveal">,
  granted: (grant: string) => boolean,
): boolean => field.reveal === true && reveal !== undefined && (!reveal.grant || granted(reveal.grant));
