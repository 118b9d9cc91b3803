/** Forms that are open and changed, orders that are under way, and the question before leaving them. */
import { t } from "../client/i18n.ts";
import type { Leaving } from "../engine/index.ts";

const dirty = new Map<object, Leaving>();

/** Registers an unfinished form; the returned function takes it back. */
export function unfinished(form: object, leaving: Leaving = "lost"): () => void {
  dirty.set(form, leaving);
  return () => dirty.delete(form);
}
/** Somebody else signed in: what is open here is not for them, and nobody is left to be asked about it. */
export const abandonAll = (): void => dirty.clear();
export const anyUnfinished = (): boolean => dirty.size > 0;
/** What counts most among those that are open: an order that is under way, then what would be lost. */
const worst = (): Leaving | undefined => (["sent", "lost", "kept"] as const).find((one) => [...dirty.values()].includes(one));
const QUESTIONS = { sent: "leaveSent", lost: "unsavedLost", kept: "unsaved" } as const;
export function mayLeave(): boolean {
  const leaving = worst();
  return leaving === undefined || window.confirm(t(QUESTIONS[leaving]));
}

window.addEventListener("beforeunload", (event) => {
  const leaving = worst();
  if (leaving !== undefined && leaving !== "kept") event.preventDefault();
});
