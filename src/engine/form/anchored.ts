import type { Entity, Lang } from "../model/entity.ts";

/** Minimum number of named sections for a section list. */
const FEWEST = 3;

/**
 * Returns the sections to list beside a form; empty when there are too few. Known before the form renders, so that its
 * place can be reserved.
 */
export function listAnchoredSections(
  entity: Entity,
  lang: Lang,
): readonly { id: string; label: string; names: string[] }[] {
  // The column beside the form is the summary's.
  if (entity.form.steps || entity.source === "call" || entity.summary) return [];
  const named = entity.form.sections.flatMap((section) => {
    const key = `section.${section.id}`;
    const label = entity.text(key, lang);
    return label && label !== key ? [{ id: section.id, label, names: section.rows.flat() }] : [];
  });
  return named.length >= FEWEST ? named : [];
}
