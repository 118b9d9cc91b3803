/** Props of the dialog and the drawer. */
import type { ReactNode } from "react";

interface OverlayProps {
  open: boolean;
  /** Called on Escape, a click on the backdrop, and the close button. */
  onClose(): void;
  /** Accessible name. Alternatively `labelledBy` is the id of the heading inside. */
  label?: string | undefined;
  labelledBy?: string;
  children: ReactNode;
}
export interface DialogProps extends OverlayProps {
  describedBy?: string;
}
export interface DrawerProps extends OverlayProps {
  /**
   * `end`: record drawer, 560 px wide, 80% of the viewport below 992 px, full screen below 580 px. `start`: the menu on
   * phones. `foot`: a bottom sheet.
   */
  side: "start" | "end" | "foot";
}
