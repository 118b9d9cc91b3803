/** Dialog and drawer, lazily loaded at first use or by `preloadOverlays`. */
import { lazy, type ReactNode, Suspense } from "react";
import "./overlay.css";

interface OverlayProps {
  open: boolean;
  /** Called for Escape, a click on the backdrop and the close button. */
  onClose(): void;
  /** Accessible name; alternatively `labelledBy`, the id of the heading inside. */
  label?: string;
  labelledBy?: string;
  children: ReactNode;
}
export interface DialogProps extends OverlayProps {
  describedBy?: string;
}
export interface DrawerProps extends OverlayProps {
  /** `end`: record drawer, 560 px, full screen below 580 px. `start`: the phone's menu. */
  side: "start" | "end";
}

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
