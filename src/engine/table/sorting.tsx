/** Sorting by column headers, with the query's sort terms as table state. */
import { type Column, functionalUpdate, type SortingState, type Updater } from "@tanstack/react-table";
import type { Row } from "../model/entity.ts";
import type { features } from "./features.tsx";

/** Maximum number of sort terms, as in the query. */
const MAX_SORT_TERMS = 4;

/**
 * Returns the table options for a sort order. The first click on a header sorts by its column, the second reverses the
 * direction, and the third restores the entity's default order, `own`. While that order applies, a click never removes
 * a column, since this would change nothing. `onSort` receives the new terms, none for the default order.
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
    // The table would drop the first column to add another; instead, the additional column is ignored.
    maxMultiSortColCount: MAX_SORT_TERMS + 1,
    onSortingChange(updater: Updater<SortingState>) {
      const next = functionalUpdate(updater, sorting);
      if (next.length <= MAX_SORT_TERMS) onSort(next.map(({ id, desc }) => (desc ? `-${id}` : id)));
    },
  };
}

/**
 * Sorts by a column like a click on its header. `add` (Shift) appends, reverses or removes it. While several columns
 * sort the list, a click without Shift sorts by this column alone, in its initial direction.
 */
export function clickSort(column: Column<typeof features, Row>, several: boolean, add: boolean): void {
  if (several && !add) column.toggleSorting(column.getFirstSortDir() === "desc");
  else column.toggleSorting(undefined, add);
}
