/** Keys of the whole page. */
export interface Pressed {
  key: string;
  command: boolean;
  shift: boolean;
  /** Somebody is writing: a sign is what they write. */
  typing: boolean;
}
export const pressedOf = (event: KeyboardEvent): Pressed => ({
  key: event.key,
  command: event.ctrlKey || event.metaKey,
  shift: event.shiftKey,
  typing: (event.target as Element | null)?.closest?.("input, textarea, select, [contenteditable]") != null,
});
export const isOfPage = ({ key, command, typing }: Pressed): boolean =>
  (command && key.toLowerCase() === "s") || key === "F6" || (key === "?" && !typing && !command);
