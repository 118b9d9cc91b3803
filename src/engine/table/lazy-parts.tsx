/** Lazily loaded parts of lists that are rarely shown. */
import { createLazyPart } from "../react/lazy-part.tsx";

/** Empty state of a list, loaded when a list first has no records. */
export const NoRecords = createLazyPart(
  () => import("./NoRecords.tsx").then((module) => module.NoRecords),
  () => null,
);
