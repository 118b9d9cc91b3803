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

/** Features of TanStack Table in use. */
export const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
});

/** State of the table that renders the list; all other state comes from the page or renders by itself. */
export interface RenderedState {
  columnSizing: ColumnSizingState;
}
/** Table instance of a list: the owner of its columns and their widths, its order and the ticks of its rows. */
export type ListTable = ReactTable<typeof features, Row, RenderedState>;
