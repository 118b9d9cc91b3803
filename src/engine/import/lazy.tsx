/** Imports as the door hands them out: their code comes with the first page that shows one. */
import { lazy, Suspense } from "react";
import type { EntityImportProps } from "./EntityImport.tsx";

const Lazy = lazy(() => import("./EntityImport.tsx").then((module) => ({ default: module.EntityImport })));

/** Many records of an entity from one file. */
export function EntityImport(props: EntityImportProps) {
  return (
    <Suspense fallback={null}>
      <Lazy {...props} />
    </Suspense>
  );
}
