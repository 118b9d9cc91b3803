/**
 * Copies text to the clipboard. On pages served without TLS, where browsers offer no clipboard API, copies a temporary
 * selection instead. Rejects when the browser refuses to copy.
 * @example
 * await copyText("6222020200112233445");
 */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  if (!copySelection(text)) throw new Error("nothing was copied");
}

/** Clipboard content. Programs that support tables read `html`, all others `text`. */
export interface ClipboardContent {
  text: string;
  html: string;
}

/** Passes content to a copy or cut event, for which no further handler runs. Returns false when the event takes none. */
export function fillClipboard(event: ClipboardEvent, { text, html }: ClipboardContent): boolean {
  if (!event.clipboardData) return false;
  event.preventDefault();
  event.stopImmediatePropagation();
  event.clipboardData.setData("text/plain", text);
  event.clipboardData.setData("text/html", html);
  return true;
}

/**
 * Copies both formats to the clipboard. Must be called while handling a click or key. Passes them to a copy event,
 * because `navigator.clipboard.write` parses HTML as part of the page, whose Content-Security-Policy forbids inline
 * styles. Copies only the text when the browser sends no copy event.
 * @example
 * await writeClipboard({ text: "007", html: "<table><tr><td>007</td></tr></table>" });
 */
export async function writeClipboard(content: ClipboardContent): Promise<void> {
  let done = false;
  const fill = (event: ClipboardEvent) => {
    done = fillClipboard(event, content);
  };
  document.addEventListener("copy", fill, { capture: true });
  const isCopied = copySelection(content.text);
  document.removeEventListener("copy", fill, { capture: true });
  if (!isCopied || !done) await copyText(content.text);
}

/** Copies text through the selection of a temporary text area. Returns whether the browser has copied. */
function copySelection(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "sr-only";
  // Insert the text area next to the focused element, because a modal dialog keeps the focus inside.
  const before = document.activeElement;
  (before?.parentElement ?? document.body).append(area);
  area.focus({ preventScroll: true });
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return done;
}
