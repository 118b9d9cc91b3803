/** Texts into the clipboard. */

/** Without TLS a page has no clipboard of its own; selecting and copying still works there. Rejects when neither does. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "sr-only";
  // Beside the button: a dialog keeps the focus within itself.
  const before = document.activeElement as HTMLElement | null;
  (before?.parentElement ?? document.body).append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  before?.focus();
  if (!done) throw new Error("nothing was copied");
}
