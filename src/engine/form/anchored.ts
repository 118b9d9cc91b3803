import type { Entity, Lang } from "../model/entity.ts";

/** Fewer cards need no list. */
const FEWEST = 3;

/** Sections with a name, when there are enough of them for a list beside the form: known before the form is drawn, so that its place is kept. */
export function anchoredSections(
  entity: Entity,
  lang: Lang,
): readonly { id: string; label: string; names: string[] }[] {
  if (entity.form.steps || entity.source === "call") return [];
  const named = entity.form.sections.flatMap((section) => {
    const key = `section.${section.id}`;
    const label = entity.text(key, lang);
    return label && label !== key ? [{ id: section.id, label, names: section.rows.flat() }] : [];
  });
  return named.length >= FEWEST ? named : [];
}
