/**
 * Escapes text for OOXML. Characters that XML cannot represent, carriage returns and literal `_xHHHH_` become escapes
 * such as `_x000D_`.
 */

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** Characters that need escaping. Most strings contain none and are returned unchanged. */
// oxlint-disable-next-line no-control-regex
const SPECIAL = /[&<>"_\u0000-\u0008\u000b-\u001f\ufffe\uffff]/;
// oxlint-disable-next-line no-control-regex
const UNWRITABLE = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[\da-fA-F]{4}_)/g;

/** Escapes text for an element or a quoted attribute. Encoding turns lone surrogates into U+FFFD. */
export function escapeXml(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text
    .replace(UNWRITABLE, (letter) => `_x${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`)
    .replace(/[&<>"]/g, (letter) => ENTITIES[letter] ?? letter);
}
