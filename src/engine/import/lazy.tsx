import { createLazyPart } from "../react/lazy-part.tsx";
import type { EntityImportProps } from "./EntityImport.tsx";

/** Lazily loaded import of many records from one file. */
export const LazyImport = createLazyPart<EntityImportProps>(
  () => import("./EntityImport.tsx").then((module) => module.EntityImport),
  () => null,
);
