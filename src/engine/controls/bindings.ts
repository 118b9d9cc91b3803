/** Which leaf an element belongs to: two native listeners at the form's wrapper find it here, so a key costs no React work. */
import type { LeafNode } from "../form-store/nodes.ts";

export interface Binding {
  leaf: LeafNode;
  /** Takes what the person just entered. */
  read(target: Element): void;
  enter?(): void;
  leave?(): void;
}
const bindings = new WeakMap<Element, Binding>();

export const bind = (element: Element, binding: Binding): void => void bindings.set(element, binding);

/** The binding of an element, or of the group of controls around it. */
export function bindingOf(target: EventTarget | null): Binding | undefined {
  if (!(target instanceof Element)) return undefined;
  const own = bindings.get(target);
  if (own) return own;
  const group = target.closest("[data-group]");
  return group ? bindings.get(group) : undefined;
}
