/** Page-wide keyboard shortcuts. */
export interface Pressed {
  key: string;
  command: boolean;
  shift: boolean;
  /** Whether an input is focused. */
  typing: boolean;
}
export const readPressed = (event: KeyboardEvent): Pressed => ({
  key: event.key,
  command: event.ctrlKey || event.metaKey,
  shift: event.shiftKey,
  typing: (event.target as Element | null)?.closest?.("input, textarea, select, [contenteditable]") != null,
});
export const isPageShortcut = ({ key, command, typing }: Pressed): boolean =>
  (command && key.toLowerCase() === "s") || key === "F6" || (key === "?" && !typing && !command);
