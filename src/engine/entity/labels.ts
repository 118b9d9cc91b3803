/** Labels of fields, states and events, so that callers need not build text keys. */
import type { Entity } from "../model/entity.ts";

/** Returns `text` and the label functions based on it, for an entity or a copy with other texts. */
export const createLabels = (text: Entity["text"]): Pick<Entity, "text" | "label" | "stateLabel" | "eventLabel"> => ({
  text,
  label: (field, lang) => text(`field.${field}.label`, lang),
  stateLabel: (state, lang) => text(`state.${state}`, lang),
  eventLabel(event, lang) {
    const key = `event.${event}`;
    const label = text(key, lang);
    return label === key ? undefined : label;
  },
});
