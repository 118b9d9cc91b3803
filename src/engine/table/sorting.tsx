/** Sorting by column headers: the sort terms of the query as the table's state. */
import { type Column, functionalUpdate, type SortingState, type Updater } from "@tanstack/react-table";
import type { Row } from "../model/entity.ts";
import type { features } from "./features.tsx";

/** Maximum sort terms, as in the query. */
const MAX_SORT_TERMS = 4;

/**
 * Returns the table's options for an order. A click sorts by the column, the second reverses it, the third restores the
 * entity's own order. `own`: that order. While it applies, a click never removes a column: it would change nothing.
 * `onSort` gets the new terms; none: the entity's own order.
 */
export function createSortingOptions(
  terms: readonly string[],
  own: readonly string[],
  onSort: (terms: string[]) => void,
) {
  const sorting: SortingState = terms.map((term) => ({ id: term.replace(/^-/, ""), desc: term.startsWith("-") }));
  return {
    sorting,
    enableSortingRemoval: own.join() !== terms.join(),
    // The table would drop the first column for one too many; the new one is refused instead.
    maxMultiSortColCount: MAX_SORT_TERMS + 1,
    onSortingChange(updater: Updater<SortingState>) {
      const next = functionalUpdate(updater, sorting);
      if (next.length <= MAX_SORT_TERMS) onSort(next.map(({ id, desc }) => (desc ? `-${id}` : id)));
    },
  };
}

/**
 * Sorts by a column, as a click on its header does. `add` (Shift) appends, reverses or removes it. A click on one of
 * several sorts by it alone, in its first direction.
 */
export function clickSort(column: Column<typeof features, Row>, several: boolean, add: boolean): void {
  if (several && !add) column.toggleSorting(column.getFirstSortDir() === "desc");
  else column.toggleSorting(undefined, add);
}
