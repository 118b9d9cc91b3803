/** Asks before an unfinished form or a running operation is left. */
import type { Leaving, Ports } from "../model/ports.ts";

/** Blocks navigation by the port; without one the browser asks before the tab closes. Returns the function that allows it again. */
export const blockNavigation = (ports: Ports, form: object, leaving: Leaving): (() => void) =>
  (ports.unfinished ?? guardTab)(form, leaving);

function guardTab(_form: object, leaving: Leaving): () => void {
  if (leaving === "kept") return () => undefined;
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener("beforeunload", ask);
  return () => window.removeEventListener("beforeunload", ask);
}
