/** Labels of fields, states and events, so that callers do not build text keys. */
import type { Entity, FieldPlan, Lang } from "../model/entity.ts";

/**
 * Returns the label of a field without the name of its nested object: "City" instead of "Address › City". Returns the
 * full label of any other field.
 * @example
 * const label = getShortLabel(entity, "address.city", "en");
 */
export function getShortLabel(entity: Pick<Entity, "text" | "label">, field: string, lang: Lang): string {
  const key = `field.${field}.short`;
  const own = entity.text(key, lang);
  return own === key ? entity.label(field, lang) : own;
}

/**
 * Returns the name of a field in text keys: its path without row wildcards, such as `parties.share`.
 * @example
 * const name = getTextName(entity.field("amount"));
 */
export function getTextName(field: Pick<FieldPlan, "at">): string {
  return field.at
    .split("/")
    .filter((step) => step !== "" && step !== "*")
    .join(".");
}

/** Creates the label functions of an entity, or of a copy with other texts, from its `text` function. */
export const createLabels = (
  text: Entity["text"],
): Pick<Entity, "text" | "label" | "unit" | "stateLabel" | "eventLabel"> => ({
  text,
  label: (field, lang) => text(`field.${field}.label`, lang),
  unit(count, lang, field) {
    const key = field ? `field.${getTextName(field)}.unit` : "unit";
    const item = count === 1 ? text(`${key}_one`, lang) : `${key}_one`;
    return item === `${key}_one` ? text(key, lang) : item;
  },
  stateLabel: (state, lang) => text(`state.${state}`, lang),
  eventLabel(event, lang) {
    const key = `event.${event}`;
    const label = text(key, lang);
    return label === key ? undefined : label;
  },
});

/** Returns the entity's text for a key, or undefined when there is none. */
export function findText(
  entity: Entity,
  key: string,
  lang: Lang,
  params?: Record<string, string | number>,
): string | undefined {
  const text = entity.text(key, lang, params);
  return text === key ? undefined : text;
}
