import { listFormFields } from "../form-store/form-schema.ts";
import type { Entity } from "../model/entity.ts";

/**
 * Returns whether a form shows hints, and fills its fields from a pasted text with labels. Small forms of calls, such as
 * sign-in, do neither.
 */
export function isAided(entity: Entity): boolean {
  if (entity.source !== "call" || entity.form.review || entity.rules.some(({ confirms }) => confirms)) return true;
  const fields = listFormFields(entity).map((name) => entity.field(name));
  return fields
    .flatMap((field) => [field, ...(field.items ?? [])])
    .some(({ currency, kind }) => currency !== undefined || kind.describe !== undefined);
}
