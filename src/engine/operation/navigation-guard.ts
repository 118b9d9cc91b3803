/** Has the portal ask before a form or an order is left; without a portal the page itself asks before the tab closes. */
import type { Leaving, Ports } from "../model/ports.ts";

/** Until the returned function takes it back. */
export const hold = (ports: Ports, form: object, leaving: Leaving): (() => void) =>
  (ports.unfinished ?? askItself)(form, leaving);

function askItself(_form: object, leaving: Leaving): () => void {
  if (leaving === "kept") return () => undefined;
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener("beforeunload", ask);
  return () => window.removeEventListener("beforeunload", ask);
}
