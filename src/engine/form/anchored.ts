import type { Entity, Lang } from "../model/entity.ts";

/** Minimum number of named sections for which a section list is shown. */
const FEWEST = 3;

/**
 * Returns the sections to list next to a form. Returns an empty array when there are too few, or when the form has
 * steps or a summary or belongs to a call. Does not require the rendered form, so that space can be reserved in
 * advance.
 */
export function listAnchoredSections(
  entity: Entity,
  lang: Lang,
): readonly { id: string; label: string; names: string[] }[] {
  // The summary occupies the column next to the form.
  if (entity.form.steps || entity.source === "call" || entity.summary) return [];
  const named = entity.form.sections.flatMap((section) => {
    const key = `section.${section.id}`;
    const label = entity.text(key, lang);
    return label && label !== key ? [{ id: section.id, label, names: section.rows.flat() }] : [];
  });
  return named.length >= FEWEST ? named : [];
}
