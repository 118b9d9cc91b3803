/** Searches rows of a reference list by key, declared search fields and the label that the combobox shows. */
import { hasInitials, recordLabel, recordText, type Entity, type Lang, type Row } from "../../src/engine/index.ts";

/** Rows are one object a language, so what was worked out for one stays true. */
const known = new WeakMap<Row, readonly string[]>();

/** Names that come from the platform's tables (countries) stand in no file: what is searched is what the row says of itself, and what is read of it. */
function listWords(entity: Entity, row: Row, lang: Lang): readonly string[] {
  let words = known.get(row);
  if (!words) {
    const names = [entity.key, ...entity.list.search];
    const said = names.flatMap((name) => [String(row[name] ?? ""), recordText(entity, name, row, lang)]);
    words = [...new Set([...said, recordLabel(entity, row, undefined, lang)].map((text) => text.toLowerCase()))].filter(
      (text) => text !== "",
    );
    known.set(row, words);
  }
  return words;
}

/** How well a word fits what was typed, best first: it is that, begins with it, has it somewhere, or has its Chinese characters' initials there. */
const FITS: readonly ((word: string, typed: string) => boolean)[] = [
  (word, typed) => word === typed,
  (word, typed) => word.startsWith(typed),
  (word, typed) => word.includes(typed),
  hasInitials,
];

/** The rows that fit what was typed, the best first; among equals the list's own order. */
export function searchRows(entity: Entity, rows: readonly Row[], text: string, lang: Lang): readonly Row[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return rows;
  const ranked: Row[][] = FITS.map(() => []);
  for (const row of rows) {
    const words = listWords(entity, row, lang);
    ranked[FITS.findIndex((fits) => words.some((word) => fits(word, wanted)))]?.push(row);
  }
  return ranked.flat();
}
