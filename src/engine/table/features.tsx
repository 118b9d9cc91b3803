import { rowSortingFeature, tableFeatures } from "@tanstack/react-table";

/** Features of TanStack Table in use. */
export const features = tableFeatures({ rowSortingFeature });
