/** Colour scheme: the user's choice, otherwise the system's. Applied as the attribute `data-theme` of `<html>`. */
export type ColorScheme = "light" | "dark" | "auto";
const KEY = "theme";
const system = window.matchMedia("(prefers-color-scheme: dark)");

export const readColorScheme = (): ColorScheme => {
  const stored = localStorage.getItem(KEY);
  return stored === "light" || stored === "dark" ? stored : "auto";
};
export function applyColorScheme(mode: ColorScheme = readColorScheme()): void {
  document.documentElement.dataset.theme = mode === "auto" ? (system.matches ? "dark" : "light") : mode;
}
export function chooseColorScheme(mode: ColorScheme): void {
  localStorage.setItem(KEY, mode);
  applyColorScheme(mode);
}
system.addEventListener("change", () => applyColorScheme());
