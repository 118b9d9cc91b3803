/** Parts of lists that few visits show. */
import { createLazyPart } from "../react/lazy-part.tsx";
import type { NoRecordsProps } from "./NoRecords.tsx";

/** State of a list without records, loaded with the first one. */
export const NoRecords = createLazyPart<NoRecordsProps>(
  () => import("./NoRecords.tsx").then((module) => module.NoRecords),
  () => null,
);
