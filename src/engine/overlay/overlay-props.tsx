/** Props of dialog and drawer. */
import type { ReactNode } from "react";

interface OverlayProps {
  open: boolean;
  /** Called for Escape, a click on the backdrop and the close button. */
  onClose(): void;
  /** Accessible name; alternatively `labelledBy`, the id of the heading inside. */
  label?: string | undefined;
  labelledBy?: string;
  children: ReactNode;
}
export interface DialogProps extends OverlayProps {
  describedBy?: string;
}
export interface DrawerProps extends OverlayProps {
  /** `end`: record drawer, 560 px, full screen below 580 px. `start`: the phone's menu. `foot`: a sheet over the foot of the page. */
  side: "start" | "end" | "foot";
}
