/**
 * Maps elements to form leaves, so that a few native listeners on the form's wrapper handle all inputs without React.
 */
import type { LeafNode } from "../form-store/nodes.ts";

export interface Binding {
  leaf: LeafNode;
  /** Reads the value that the user entered. */
  read(target: Element): void;
  enter?(): void;
  leave?(): void;
}
const bindings = new WeakMap<Element, Binding>();

export const bind = (element: Element, binding: Binding): void => void bindings.set(element, binding);

/** Returns the binding of an element or of the control group that contains it. */
export function findBinding(target: EventTarget | null): Binding | undefined {
  if (!(target instanceof Element)) return undefined;
  const own = bindings.get(target);
  if (own) return own;
  const group = target.closest("[data-group]");
  return group ? bindings.get(group) : undefined;
}
