/** Dialog and drawer, loaded on first use or by `preloadOverlays`. */
import { lazy, Suspense } from "react";
import type { DialogProps, DrawerProps } from "./overlay-props.tsx";
import "./overlay.css";

const load = () => import("./mui.tsx");
const LazyDialog = lazy(() => load().then((module) => ({ default: module.Dialog })));
const LazyDrawer = lazy(() => load().then((module) => ({ default: module.Drawer })));

/**
 * Modal dialog, at most 600 px wide and full screen on narrower viewports (specification 2).
 * @example
 * <Dialog open labelledBy="title" onClose={() => undefined}><h2 id="title">Delete the draft?</h2></Dialog>;
 */
export function Dialog(props: DialogProps) {
  return props.open ? (
    <Suspense fallback={null}>
      <LazyDialog {...props} />
    </Suspense>
  ) : null;
}

/**
 * Panel at a side or the bottom of the page. At the end side it fills the screen on phones.
 * @example
 * <Drawer open side="end" labelledBy="title" onClose={() => undefined}><h2 id="title">Filters</h2></Drawer>;
 */
export function Drawer(props: DrawerProps) {
  return props.open ? (
    <Suspense fallback={null}>
      <LazyDrawer {...props} />
    </Suspense>
  ) : null;
}

/**
 * Prefetches the code of the overlays. Call it when the page is idle.
 * @example
 * requestIdleCallback(preloadOverlays);
 */
export const preloadOverlays = (): void => void load().catch(() => undefined);
