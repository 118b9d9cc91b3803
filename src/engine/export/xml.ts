/** Text in OOXML: what XML cannot hold (and a carriage return, which it would change) is written `_x000D_`; a text that looks like that is escaped likewise. */

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** A text without any of these is written as it is; most are. */
// oxlint-disable-next-line no-control-regex
const SPECIAL = /[&<>"_\u0000-\u0008\u000b-\u001f\ufffe\uffff]/;
// oxlint-disable-next-line no-control-regex
const UNWRITABLE = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[\da-fA-F]{4}_)/g;

/** For an element's text or a quoted attribute. A lone surrogate becomes U+FFFD when the text is encoded. */
export function xml(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text
    .replace(UNWRITABLE, (letter) => `_x${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`)
    .replace(/[&<>"]/g, (letter) => ENTITIES[letter]!);
}
