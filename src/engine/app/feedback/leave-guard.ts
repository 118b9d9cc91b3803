/** Registry of unfinished forms and pending orders, with the confirmation shown before leaving them. */
import { t } from "../client/i18n.ts";
import type { Leaving } from "../../model/ports.ts";

const dirty = new Map<object, Leaving>();

/** Location at the time the most recent form was registered. */
let begun: { page: string; url: string; state: unknown } | undefined;
const findPage = (): string => location.pathname + location.search;

/**
 * Registers an unfinished form or pending order, with the consequence of leaving it (by default, the input is lost).
 * Returns a function that unregisters it.
 */
export function registerUnfinished(form: object, leaving: Leaving = "lost"): () => void {
  dirty.set(form, leaving);
  begun = { page: findPage(), url: location.href, state: history.state };
  return () => dirty.delete(form);
}
/** Clears the registry without confirmation, for use when a different user has signed in. */
export const clearUnfinished = (): void => dirty.clear();
export const hasUnfinished = (): boolean => dirty.size > 0;
/**
 * Returns the most severe state: a pending order, then input that would be lost, then a saved draft. Undefined when
 * nothing is registered.
 */
const findWorst = (): Leaving | undefined =>
  (["sent", "lost", "kept"] as const).find((item) => [...dirty.values()].includes(item));
const QUESTIONS = { sent: "leaveSent", lost: "unsavedLost", kept: "unsaved" } as const;
/** Asks before unfinished input is left, and returns whether to leave. `keepsDraft`: does not ask for a saved draft. */
export function confirmLeave({ keepsDraft }: { keepsDraft?: true } = {}): boolean {
  const leaving = findWorst();
  return leaving === undefined || (keepsDraft && leaving === "kept") || window.confirm(t(QUESTIONS[leaving]));
}

/**
 * Returns whether leaving would lose input or the response to a pending order, so that the browser must ask for
 * confirmation. A saved draft does not count.
 */
const hasUnsavedInput = (): boolean => ![undefined, "kept"].includes(findWorst());
window.addEventListener("beforeunload", (event) => {
  if (hasUnsavedInput()) event.preventDefault();
});
// Runs before the router's own listener, so that the router never sees a cancelled Back. The browser has already
// navigated when `popstate` fires, so the entry is pushed again.
window.addEventListener("popstate", (event) => {
  if (!begun || !hasUnsavedInput() || findPage() === begun.page || confirmLeave()) return;
  event.stopImmediatePropagation();
  history.pushState(begun.state, "", begun.url);
});
