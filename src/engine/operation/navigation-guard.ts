/** Asks for confirmation before the user leaves an unfinished form or a running operation. */
import type { Leaving, Ports } from "../model/ports.ts";

/**
 * Registers a form with the port `unfinished`, which asks before the user leaves. Without the port, asks only before
 * the tab is closed, and not if the input is kept as a draft. Returns a function that unregisters the form.
 */
export const blockNavigation = (ports: Ports, form: object, leaving: Leaving): (() => void) =>
  (ports.unfinished ?? guardTab)(form, leaving);

function guardTab(_form: object, leaving: Leaving): () => void {
  if (leaving === "kept") return () => undefined;
  const confirm = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener("beforeunload", confirm);
  return () => window.removeEventListener("beforeunload", confirm);
}
