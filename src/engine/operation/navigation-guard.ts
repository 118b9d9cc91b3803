/** Asks for confirmation before an unfinished form or a running operation is left. */
import type { Leaving, Ports } from "../model/ports.ts";

/**
 * Asks before the user leaves, through the port's `unfinished`. Without it, asks only before the tab is closed, and not
 * for a draft that is kept. Returns a function that ends this.
 */
export const blockNavigation = (ports: Ports, form: object, leaving: Leaving): (() => void) =>
  (ports.unfinished ?? guardTab)(form, leaving);

function guardTab(_form: object, leaving: Leaving): () => void {
  if (leaving === "kept") return () => undefined;
  const confirm = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener("beforeunload", confirm);
  return () => window.removeEventListener("beforeunload", confirm);
}
