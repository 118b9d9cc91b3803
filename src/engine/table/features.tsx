import {
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  type ColumnSizingState,
  columnVisibilityFeature,
  type ReactTable,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
} from "@tanstack/react-table";
import type { Row } from "../model/entity.ts";

/** TanStack Table features in use. */
export const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
});

/** Table state that re-renders the list. All other state comes from the page or renders separately. */
export interface RenderedState {
  columnSizing: ColumnSizingState;
}
/** Table instance of a list, which owns the columns and their widths, the sort order and the row selection. */
export type ListTable = ReactTable<typeof features, Row, RenderedState>;
