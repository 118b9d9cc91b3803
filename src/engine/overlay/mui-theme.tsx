import createCache from "@emotion/cache";
import { CacheProvider } from "@emotion/react";
import { createTheme, ThemeProvider } from "@mui/material/styles";
import type { ReactNode } from "react";

// The page's nonce lets emotion's style elements pass the Content Security Policy. `prepend` makes our own styles come
// later and take precedence.
const nonce = document.querySelector<HTMLMetaElement>("meta[property=csp-nonce]")?.nonce;
const cache = createCache({ key: "mui", prepend: true, ...(nonce && { nonce }) });

const buildTone = (name: string, contrastText = "var(--surface)") => ({
  main: `var(--${name})`,
  dark: `var(--${name}-hover, var(--${name}))`,
  light: `var(--${name}-tint)`,
  contrastText,
});
const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
/** MUI's theme, whose values are the variables of `theme.css`. */
const theme = createTheme({
  cssVariables: { nativeColor: true, cssVarPrefix: "mui" },
  palette: {
    primary: buildTone("primary", "var(--on-primary)"),
    success: buildTone("success"),
    warning: buildTone("warning"),
    error: buildTone("danger"),
    info: buildTone("info"),
    text: { primary: "var(--ink)", secondary: "var(--ink-2)", disabled: "var(--ink-3)" },
    background: { default: "var(--paper)", paper: "var(--raised)" },
    divider: "var(--line)",
    action: {
      active: "var(--ink-2)",
      hover: "var(--neutral-tint)",
      selected: "var(--primary-tint)",
      disabled: "var(--line-strong)",
    },
  },
  typography: { fontFamily: "var(--font)", fontSize: 14, allVariants: { letterSpacing: "normal" } },
  shape: { borderRadius: 6 },
  transitions: {
    duration: isStill ? { enteringScreen: 0, leavingScreen: 0 } : { enteringScreen: 90, leavingScreen: 140 },
  },
  components: {
    MuiButtonBase: { defaultProps: { disableRipple: true } },
    MuiPopover: { defaultProps: { elevation: 0 } },
    MuiDrawer: { defaultProps: { elevation: 0 } },
    MuiPaper: {
      defaultProps: { elevation: 0 },
      styleOverrides: { root: { backgroundImage: "none", boxShadow: "var(--shadow-overlay)" } },
    },
    MuiBackdrop: { styleOverrides: { root: { backgroundColor: "var(--scrim)" } } },
  },
});

/** Provides the theme and the style cache for MUI components inside it. */
export function MuiTheme({ children }: { children: ReactNode }) {
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme}>{children}</ThemeProvider>
    </CacheProvider>
  );
}
