/** Dialog and drawer as components; their code arrives at the first overlay (or when `preloadOverlays` asked for it). */
import { lazy, type ReactNode, Suspense } from "react";
import "./overlay.css";

interface OverlayProps {
  open: boolean;
  /** Escape, the scrim, or a close button inside. */
  onClose(): void;
  /** Name for readers; or `labelledBy`, the id of the heading inside. */
  label?: string;
  labelledBy?: string;
  children: ReactNode;
}
export interface DialogProps extends OverlayProps {
  describedBy?: string;
}
export interface DrawerProps extends OverlayProps {
  /** `end`: 560 px record drawer, full screen below 580. `start`: the phone's menu. */
  side: "start" | "end";
}

const load = () => import("./mui.tsx");
const LazyDialog = lazy(() => load().then((module) => ({ default: module.Dialog })));
const LazyDrawer = lazy(() => load().then((module) => ({ default: module.Drawer })));

/** At most 600 px wide, full screen below (specification 2). */
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

/** Fetches the overlays, so that the first one opens at once: for a moment when the page has nothing better to do. */
export const preloadOverlays = (): void => void load().catch(() => undefined);
