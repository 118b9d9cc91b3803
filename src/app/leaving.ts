/** Forms that are open and changed, orders that are under way, and the question before leaving them. */
import { t } from "../client/i18n.ts";
import type { Leaving } from "../engine/index.ts";

const dirty = new Map<object, Leaving>();

/** Where the newest of them was begun. */
let begun: { page: string; url: string; state: unknown } | undefined;
const page = (): string => location.pathname + location.search;

/** Registers an unfinished form; the returned function takes it back. */
export function unfinished(form: object, leaving: Leaving = "lost"): () => void {
  dirty.set(form, leaving);
  begun = { page: page(), url: location.href, state: history.state };
  return () => dirty.delete(form);
}
/** Somebody else signed in: what is open here is not for them, and nobody is left to be asked about it. */
export const abandonAll = (): void => dirty.clear();
export const anyUnfinished = (): boolean => dirty.size > 0;
/** What counts most among those that are open: an order that is under way, then what would be lost. */
const worst = (): Leaving | undefined =>
  (["sent", "lost", "kept"] as const).find((one) => [...dirty.values()].includes(one));
const QUESTIONS = { sent: "leaveSent", lost: "unsavedLost", kept: "unsaved" } as const;
export function mayLeave(): boolean {
  const leaving = worst();
  return leaving === undefined || window.confirm(t(QUESTIONS[leaving]));
}

/** Whether the browser's own buttons must ask: what is kept as a draft waits for its person anyway. */
const loses = (): boolean => ![undefined, "kept"].includes(worst());
window.addEventListener("beforeunload", (event) => {
  if (loses()) event.preventDefault();
});
// The router listens later and hears nothing of a Back that was taken back: by now the browser is there, so the page is entered anew.
window.addEventListener("popstate", (event) => {
  if (!begun || !loses() || page() === begun.page || mayLeave()) return;
  event.stopImmediatePropagation();
  history.pushState(begun.state, "", begun.url);
});
