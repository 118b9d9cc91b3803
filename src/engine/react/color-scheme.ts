/** Colour scheme: the user's choice, otherwise the system's. Applied as the attribute `data-theme` of `<html>`. */
export type ColorScheme = "light" | "dark" | "auto";
const KEY = "theme";
let system: MediaQueryList | undefined;

export const readColorScheme = (): ColorScheme => {
  const stored = localStorage.getItem(KEY);
  return stored === "light" || stored === "dark" ? stored : "auto";
};
/**
 * Applies the colour scheme, and follows the system's changes unless the user has chosen one.
 * @example
 * applyColorScheme();
 */
export function applyColorScheme(): void {
  if (!system) {
    system = window.matchMedia("(prefers-color-scheme: dark)");
    system.addEventListener("change", applyColorScheme);
  }
  const mode = readColorScheme();
  document.documentElement.dataset.theme = mode === "auto" ? (system.matches ? "dark" : "light") : mode;
}
/**
 * Stores and applies the user's choice.
 * @example
 * chooseColorScheme("dark");
 */
export function chooseColorScheme(mode: ColorScheme): void {
  localStorage.setItem(KEY, mode);
  applyColorScheme();
}
