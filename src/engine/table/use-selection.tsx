/** Selection of a list, which is kept while the filters stay the same, regardless of page, page size and sort order. */
import { useState, useSyncExternalStore } from "react";
import type { Entity } from "../model/entity.ts";
import { type Chosen, countSelected, Selection } from "../operation/selection.ts";

/**
 * Returns the selection. `filters` identifies the filtered set, and a change clears the selection. `before` is the
 * selection to restore on Back.
 */
export function useSelection(entity: Entity, filters: string, before?: Chosen): Selection {
  const [held, setHeld] = useState(() => ({ filters, selection: new Selection(entity.key, before) }));
  if (held.filters === filters) return held.selection;
  const selection = new Selection(entity.key);
  setHeld({ filters, selection });
  return selection;
}

/** Subscribes to the selection and returns it with its count, which is undefined while the total is unknown. */
export function useChosen(
  selection: Selection,
  total: number | undefined,
): { chosen: Chosen; count: number | undefined } {
  const chosen = useSyncExternalStore(selection.subscribe, selection.snapshot);
  return { chosen, count: countSelected(chosen, total) };
}
