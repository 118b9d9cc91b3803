/** Remarks of a review on a record that the user corrects. */
import { listObjects } from "../base/guards.ts";
import type { Entity, Row } from "../model/entity.ts";

export interface Remark {
  /** Name of the field that the remark concerns. */
  field: string;
  reason: string;
}

/** Returns the remarks on a record (`x-form.remarks`) about fields that its form shows. */
export function listRemarks({ form }: Pick<Entity, "form">, record: Row | undefined): Remark[] {
  const rows = form.remarks === undefined ? undefined : record?.[form.remarks];
  const names = new Set(form.sections.flatMap((section) => section.rows.flat()));
  return listObjects(rows).flatMap(({ field, reason }) =>
    typeof field === "string" && typeof reason === "string" && names.has(field) ? [{ field, reason }] : [],
  );
}

/** Returns the fields to correct: those with a remark, then those whose conditions depend on them. */
export function listCorrectable(entity: Entity, remarks: readonly Remark[]): ReadonlySet<string> {
  const names = new Set(remarks.map(({ field }) => field));
  const conditions = [...entity.show, ...entity.require].filter(({ list }) => !list);
  // Names that are added on the way are visited as well.
  for (const name of names)
    for (const { field, expression } of conditions) if (expression.reads.includes(`self.${name}`)) names.add(field);
  return names;
}
