import { createLazyPart } from "../react/lazy-part.tsx";

/** Lazily loaded import of many records from one file. */
export const LazyImport = createLazyPart(
  () => import("./EntityImport.tsx").then((module) => module.EntityImport),
  () => null,
);
