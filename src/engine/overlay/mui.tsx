/**
 * Dialog and drawer based on MUI for the focus trap, scroll lock and stacking, with our own tokens for the look. Loaded
 * with the first overlay (`overlay.tsx`), never with a page.
 */
import MuiDialog from "@mui/material/Dialog";
import MuiDrawer from "@mui/material/Drawer";
import type { DialogProps, DrawerProps } from "./overlay-props.tsx";
import { MuiTheme } from "./mui-theme.tsx";

const ANCHORS = { start: "left", end: "right", foot: "bottom" } as const;

export function Dialog({ open, onClose, label, labelledBy, describedBy, children }: DialogProps) {
  return (
    <MuiTheme>
      <MuiDialog
        open={open}
        onClose={() => onClose()}
        slotProps={{
          paper: {
            className: "ov-dialog",
            "aria-label": label,
            "aria-labelledby": labelledBy,
            "aria-describedby": describedBy,
          },
        }}
      >
        {children}
      </MuiDialog>
    </MuiTheme>
  );
}

export function Drawer({ open, onClose, side, label, labelledBy, children }: DrawerProps) {
  return (
    <MuiTheme>
      <MuiDrawer
        open={open}
        onClose={() => onClose()}
        anchor={ANCHORS[side]}
        slotProps={{
          paper: {
            className: `ov-drawer ov-${side}`,
            role: "dialog",
            "aria-modal": true,
            "aria-label": label,
            "aria-labelledby": labelledBy,
          },
        }}
      >
        {children}
      </MuiDrawer>
    </MuiTheme>
  );
}
