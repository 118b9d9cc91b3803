import {
  columnOrderingFeature,
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
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
});

/** Table instance of a list: the owner of its columns, its order and the ticks of its rows. */
export type ListTable = ReactTable<typeof features, Row, undefined>;
