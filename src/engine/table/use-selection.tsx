/** The selection of a list: one for as long as the filters choose the same records, whatever the page, its size or the order. */
import { useState, useSyncExternalStore } from "react";
import type { Entity } from "../model/entity.ts";
import { type Chosen, countOf, Selection } from "../operation/selection.ts";

/** `filters` names what is chosen from: another text empties the selection. `before` is what was chosen when the person left the list. */
export function useSelection(entity: Entity, filters: string, before?: Chosen): Selection {
  const [held, setHeld] = useState(() => ({ filters, selection: new Selection(entity.key, before) }));
  if (held.filters === filters) return held.selection;
  const selection = new Selection(entity.key);
  setHeld({ filters, selection });
  return selection;
}

/** What is chosen, and how many; renders its reader at every change. */
export function useChosen(
  selection: Selection,
  total: number | undefined,
): { chosen: Chosen; count: number | undefined } {
  const chosen = useSyncExternalStore(selection.subscribe, selection.snapshot);
  return { chosen, count: countOf(chosen, total) };
}
