/** Labels of fields, states and events, so that callers do not build text keys. */
import type { Entity, FieldPlan, Lang } from "../model/entity.ts";

/**
 * Returns a field's label beside the title of the nested object that it is in: "City" of "Address › City". Any other field's is its label.
 * @example
 * const label = getShortLabel(entity, "address.city", "en");
 */
export function getShortLabel(entity: Pick<Entity, "text" | "label">, field: string, lang: Lang): string {
  const key = `field.${field}.short`;
  const own = entity.text(key, lang);
  return own === key ? entity.label(field, lang) : own;
}

/** Returns the name of a field in text keys: its path for a field of a row, `parties.share`. */
export function getTextName(field: Pick<FieldPlan, "at">): string {
  return field.at
    .split("/")
    .filter((step) => step !== "" && step !== "*")
    .join(".");
}

/** Returns `text` and the labels that are read through it, for an entity and for a copy with other texts. */
export const createLabels = (
  text: Entity["text"],
): Pick<Entity, "text" | "label" | "unit" | "stateLabel" | "eventLabel"> => ({
  text,
  label: (field, lang) => text(`field.${field}.label`, lang),
  unit(count, lang, field) {
    const key = field ? `field.${getTextName(field)}.unit` : "unit";
    const one = count === 1 ? text(`${key}_one`, lang) : `${key}_one`;
    return one === `${key}_one` ? text(key, lang) : one;
  },
  stateLabel: (state, lang) => text(`state.${state}`, lang),
  eventLabel(event, lang) {
    const key = `event.${event}`;
    const label = text(key, lang);
    return label === key ? undefined : label;
  },
});

/** Returns a text of the entity; undefined when the key has none. */
export function findText(
  entity: Entity,
  key: string,
  lang: Lang,
  params?: Record<string, string | number>,
): string | undefined {
  const text = entity.text(key, lang, params);
  return text === key ? undefined : text;
}
