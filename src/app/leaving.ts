/** Forms that are open and changed, and the question before leaving them. */
import { t } from "../client/i18n.ts";

/** Each with whether a draft of it survives the tab. */
const dirty = new Map<object, boolean>();

/** Registers an unfinished form; the returned function takes it back. */
export function unfinished(form: object, kept = false): () => void {
  dirty.set(form, kept);
  return () => dirty.delete(form);
}
/** Somebody else signed in: what is open here is not for them, and nobody is left to be asked about it. */
export const abandonAll = (): void => dirty.clear();
export const anyUnfinished = (): boolean => dirty.size > 0;
/** Something would be lost: no draft of it is kept. */
const anyLost = (): boolean => [...dirty.values()].includes(false);
export const mayLeave = (): boolean => dirty.size === 0 || window.confirm(t(anyLost() ? "unsavedLost" : "unsaved"));

window.addEventListener("beforeunload", (event) => {
  if (anyLost()) event.preventDefault();
});
