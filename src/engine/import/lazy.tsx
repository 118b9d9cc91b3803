/** Imports as the door hands them out: their code comes with the first page that shows one. */
import { lazyPart } from "../react/lazy-part.tsx";
import type { EntityImportProps } from "./EntityImport.tsx";

/** Many records of an entity from one file. */
export const EntityImport = lazyPart<EntityImportProps>(
  () => import("./EntityImport.tsx").then((module) => module.EntityImport),
  () => null,
);
