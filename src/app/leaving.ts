/** Forms that are open and changed, and the question before leaving them. */
import { t } from "../client/i18n.ts";

const dirty = new Set<object>();

/** Registers an unfinished form; the returned function takes it back. */
export function unfinished(form: object): () => void {
  dirty.add(form);
  return () => dirty.delete(form);
}
export const anyUnfinished = (): boolean => dirty.size > 0;
export const mayLeave = (): boolean => dirty.size === 0 || window.confirm(t("unsaved"));

window.addEventListener("beforeunload", (event) => {
  // Drafts are kept, so only a form that could not keep one registers here.
  if (dirty.size > 0) event.preventDefault();
});
