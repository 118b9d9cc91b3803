/** Asks for confirmation before an unfinished form or a running operation is left. */
import type { Leaving, Ports } from "../model/ports.ts";

/**
 * Blocks navigation through the port. Without a port, only closing the tab is blocked. Returns a function that unblocks
 * it.
 */
export const blockNavigation = (ports: Ports, form: object, leaving: Leaving): (() => void) =>
  (ports.unfinished ?? guardTab)(form, leaving);

function guardTab(_form: object, leaving: Leaving): () => void {
  if (leaving === "kept") return () => undefined;
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener("beforeunload", ask);
  return () => window.removeEventListener("beforeunload", ask);
}
