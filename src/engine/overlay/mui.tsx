/**
 * Dialog and drawer based on MUI for the focus trap, scroll lock and stacking, with our own tokens for the look. Loaded
 * with the first overlay (`overlay.tsx`), never with a page.
 */
import MuiDialog from "@mui/material/Dialog";
import MuiDrawer from "@mui/material/Drawer";
import type { DialogProps, DrawerProps } from "./overlay-props.tsx";
import { MuiStyles } from "./mui-styles.tsx";

const ANCHORS = { start: "left", end: "right", foot: "bottom" } as const;
const instant = { enter: 160, exit: 120 };

export function Dialog({ open, onClose, label, labelledBy, describedBy, children }: DialogProps) {
  return (
    <MuiStyles>
      <MuiDialog
        open={open}
        onClose={() => onClose()}
        transitionDuration={instant}
        slotProps={{
          paper: {
            className: "ov-dialog",
            elevation: 0,
            "aria-label": label,
            "aria-labelledby": labelledBy,
            "aria-describedby": describedBy,
          },
          backdrop: { className: "ov-scrim" },
        }}
      >
        {children}
      </MuiDialog>
    </MuiStyles>
  );
}

export function Drawer({ open, onClose, side, label, labelledBy, children }: DrawerProps) {
  return (
    <MuiStyles>
      <MuiDrawer
        open={open}
        onClose={() => onClose()}
        anchor={ANCHORS[side]}
        transitionDuration={instant}
        slotProps={{
          paper: {
            className: `ov-drawer ov-${side}`,
            elevation: 0,
            role: "dialog",
            "aria-modal": true,
            "aria-label": label,
            "aria-labelledby": labelledBy,
          },
          backdrop: { className: "ov-scrim" },
        }}
      >
        {children}
      </MuiDrawer>
    </MuiStyles>
  );
}
