/** Registry of unfinished forms and pending orders, and the confirmation before leaving them. */
import { t } from "../../client/i18n.ts";
import type { Leaving } from "../../engine/index.ts";

const dirty = new Map<object, Leaving>();

/** Location at which the newest guard was registered. */
let begun: { page: string; url: string; state: unknown } | undefined;
const findPage = (): string => location.pathname + location.search;

/** Registers an unfinished form. Returns a function that removes it. */
export function registerUnfinished(form: object, leaving: Leaving = "lost"): () => void {
  dirty.set(form, leaving);
  begun = { page: findPage(), url: location.href, state: history.state };
  return () => dirty.delete(form);
}
/** Clears the registry without a confirmation, for when another user has signed in. */
export const clearUnfinished = (): void => dirty.clear();
export const hasUnfinished = (): boolean => dirty.size > 0;
/** Returns the most severe state: a pending order, then lost input, then a kept draft. Undefined for none. */
const findWorst = (): Leaving | undefined =>
  (["sent", "lost", "kept"] as const).find((one) => [...dirty.values()].includes(one));
const QUESTIONS = { sent: "leaveSent", lost: "unsavedLost", kept: "unsaved" } as const;
export function confirmLeave(): boolean {
  const leaving = findWorst();
  return leaving === undefined || window.confirm(t(QUESTIONS[leaving]));
}

/** True when leaving loses something, so that the browser must confirm; a kept draft does not count. */
const hasUnsavedInput = (): boolean => ![undefined, "kept"].includes(findWorst());
window.addEventListener("beforeunload", (event) => {
  if (hasUnsavedInput()) event.preventDefault();
});
// Runs before the router's listener, which then does not see a refused Back. The browser has moved already, so the entry is pushed back.
window.addEventListener("popstate", (event) => {
  if (!begun || !hasUnsavedInput() || findPage() === begun.page || confirmLeave()) return;
  event.stopImmediatePropagation();
  history.pushState(begun.state, "", begun.url);
});
