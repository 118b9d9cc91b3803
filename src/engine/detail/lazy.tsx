/** Records as the door hands them out: their code comes with the first one that is opened. */
import { lazy, Suspense } from "react";
import type { Entity } from "../entity/entity.ts";
import type { RecordDrawerProps } from "./RecordDrawer.tsx";

const load = () => import("./RecordDrawer.tsx");
const LazyDrawer = lazy(() => load().then((module) => ({ default: module.RecordDrawer })));
const LazyPage = lazy(() => load().then((module) => ({ default: module.RecordPage })));

/** A record beside its list. */
export function RecordDrawer(props: RecordDrawerProps) {
  return (
    <Suspense fallback={null}>
      <LazyDrawer {...props} />
    </Suspense>
  );
}

/** A record on a page of its own. */
export function RecordPage(props: { entity: Entity; id: string }) {
  return (
    <Suspense fallback={null}>
      <LazyPage {...props} />
    </Suspense>
  );
}
