/**
 * Dialog and drawer: MUI for focus trap, scroll lock and stacking, own tokens for the look. Loaded with the first
 * overlay (`overlay.tsx`), never with a page.
 */
import createCache from "@emotion/cache";
import { CacheProvider } from "@emotion/react";
import MuiDialog from "@mui/material/Dialog";
import MuiDrawer from "@mui/material/Drawer";
import type { DialogProps, DrawerProps } from "./overlay-props.tsx";

// The page's nonce lets emotion's style elements pass the Content-Security-Policy. `prepend`: own styles come later and
// win.
const nonce = document.querySelector<HTMLMetaElement>("meta[property=csp-nonce]")?.nonce;
const cache = createCache({ key: "mui", prepend: true, ...(nonce && { nonce }) });
const ANCHORS = { start: "left", end: "right", foot: "bottom" } as const;
const instant = { enter: 160, exit: 120 };

export function Dialog({ open, onClose, label, labelledBy, describedBy, children }: DialogProps) {
  return (
    <CacheProvider value={cache}>
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
    </CacheProvider>
  );
}

export function Drawer({ open, onClose, side, label, labelledBy, children }: DrawerProps) {
  return (
    <CacheProvider value={cache}>
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
    </CacheProvider>
  );
}
