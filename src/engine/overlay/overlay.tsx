/** Dialog and drawer, lazily loaded at first use or by `preloadOverlays`. */
import { lazy, Suspense } from "react";
import type { DialogProps, DrawerProps } from "./overlay-props.tsx";
import "./overlay.css";

const load = () => import("./mui.tsx");
const LazyDialog = lazy(() => load().then((module) => ({ default: module.Dialog })));
const LazyDrawer = lazy(() => load().then((module) => ({ default: module.Drawer })));

/** Modal dialog, at most 600 px wide, full screen below (specification 2). */
export function Dialog(props: DialogProps) {
  return props.open ? (
    <Suspense fallback={null}>
      <LazyDialog {...props} />
    </Suspense>
  ) : null;
}

export function Drawer(props: DrawerProps) {
  return props.open ? (
    <Suspense fallback={null}>
      <LazyDrawer {...props} />
    </Suspense>
  ) : null;
}

/** Prefetches the overlays. Call it when the page is idle. */
export const preloadOverlays = (): void => void load().catch(() => undefined);
