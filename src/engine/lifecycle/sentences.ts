/** Sentences about a record, whose placeholders are its fields and properties of the event or state. */
import type { EntityDraft } from "../schema/draft.ts";
import type { Json } from "../schema/json.ts";

/**
 * Placeholders besides fields. `who` and `amount` are the title and amount of the list's card; `until`, only in
 * `OF_STATE` and `OF_NOTICE`, is the time at which the clock ends the state.
 */
export const OF_RECORD: readonly string[] = ["who", "amount"];
export const OF_STATE: readonly string[] = [...OF_RECORD, "until"];
/** `why` is the localised reason; `money` states where the money is; `by` is the name of the user who fired the event. */
export const OF_NOTICE: readonly string[] = [...OF_STATE, "why", "money", "by"];
export const OF_FAILURE: readonly string[] = [...OF_RECORD, "why"];

/**
 * Returns the names of the placeholders in a sentence of a single language, with their offsets, except constants
 * (`EntityDraft.text`).
 */
export const listPlaceholders = (text: Json | undefined): { name: string; index: number }[] =>
  [...String(text?.value ?? "").matchAll(/\{(?!constants\.)([\w.]+)\}/g)].map(({ 1: name = "", index }) => ({
    name,
    index,
  }));

/** Adds a sentence under its key. Reports placeholders that are neither fields nor in `known`. */
export function readSentence(draft: EntityDraft, key: string, keyword: Json, candidates: readonly string[]): void {
  draft.text(key, keyword);
  const names = [...draft.plan.fields.map((field) => field.name), ...candidates];
  for (const lang of draft.dialect.languages) {
    const text = keyword.get(lang);
    for (const { name, index } of listPlaceholders(text))
      if (text && !names.includes(name))
        draft.reportUnknown(text.location({ from: index, to: index + name.length + 2 }), "placeholder", name, names);
  }
}
