import {
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  type ColumnSizingState,
  columnVisibilityFeature,
  type ReactTable,
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
  rowSortingFeature,
});

/** Table state that re-renders the list. All other state comes from the page or renders separately. */
export interface RenderedState {
  columnSizing: ColumnSizingState;
}
/** Table instance of a list, which owns the columns and their widths and the sort order. */
export type ListTable = ReactTable<typeof features, Row, RenderedState>;
