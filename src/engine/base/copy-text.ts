/**
 * Copies text to the clipboard. On pages served without TLS, where browsers offer no clipboard API, copies a temporary
 * selection instead. Rejects when the browser refuses to copy.
 * @example
 * await copyText("6222020200112233445");
 */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "sr-only";
  // Insert the text area next to the focused element, because a modal dialog keeps the focus inside.
  const before = document.activeElement;
  (before?.parentElement ?? document.body).append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  if (!done) throw new Error("nothing was copied");
}
