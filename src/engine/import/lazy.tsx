import { createLazyPart } from "../react/lazy-part.tsx";
import type { EntityImportProps } from "./EntityImport.tsx";

/**
 * Lazily loaded import of many records from a file.
 * @example
 * <EntityImport entity={entity} title="Import issues" />;
 */
export const EntityImport = createLazyPart<EntityImportProps>(
  () => import("./EntityImport.tsx").then((module) => module.EntityImport),
  () => null,
);
