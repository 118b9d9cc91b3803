/** Light or dark: the user's choice, else the system's. Sets an attribute on `<html>`; the rest is CSS. */
export type Mode = "light" | "dark" | "auto";
const KEY = "theme";
const system = window.matchMedia("(prefers-color-scheme: dark)");

export const chosenMode = (): Mode => {
  const stored = localStorage.getItem(KEY);
  return stored === "light" || stored === "dark" ? stored : "auto";
};
export function applyMode(mode: Mode = chosenMode()): void {
  document.documentElement.dataset.theme = mode === "auto" ? (system.matches ? "dark" : "light") : mode;
}
export function chooseMode(mode: Mode): void {
  localStorage.setItem(KEY, mode);
  applyMode(mode);
}
system.addEventListener("change", () => applyMode());
