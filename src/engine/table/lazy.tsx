/** Lists as the door hands them out: a chunk of their own, so a form page never loads them. */
import { lazy, Suspense } from "react";
import type { EntityTableProps } from "./EntityTable.tsx";

const Lazy = lazy(() => import("./EntityTable.tsx").then((module) => ({ default: module.EntityTable })));

/** A list page of an entity. */
export function EntityTable(props: EntityTableProps) {
  return (
    <Suspense fallback={null}>
      <Lazy {...props} />
    </Suspense>
  );
}
