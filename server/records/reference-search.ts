/** Searches the rows of a reference list by key, declared search fields and displayed label. */
import { matchesPinyin, recordLabel, recordText, type Entity, type Lang, type Row } from "@portolan/engine";

/** Search strings by row. Rows are cached as one object per language, so their strings stay valid. */
const cache = new WeakMap<Row, readonly string[]>();

/**
 * Returns the lower-case texts by which a row is found: its label, and its key and search fields, both as stored and as
 * displayed. Country names, for example, exist only as displayed, because the platform provides them.
 */
export function listSearchTexts(entity: Entity, row: Row, lang: Lang): readonly string[] {
  let texts = cache.get(row);
  if (!texts) {
    const names = [entity.key, ...entity.list.search];
    const searchable = names.flatMap((name) => [String(row[name] ?? ""), recordText(entity, name, row, lang)]);
    texts = [
      ...new Set([...searchable, recordLabel(entity, row, undefined, lang)].map((text) => text.toLowerCase())),
    ].filter((text) => text !== "");
    cache.set(row, texts);
  }
  return texts;
}

/** Match classes, best first: equal, prefix, substring, pinyin. */
const FITS: readonly ((text: string, typed: string) => boolean)[] = [
  (text, typed) => text === typed,
  (text, typed) => text.startsWith(typed),
  (text, typed) => text.includes(typed),
  matchesPinyin,
];

/**
 * Returns the matching rows, best first, or all rows for an empty string. Rows of equal rank keep the order of the
 * list.
 */
export function searchRows(entity: Entity, rows: readonly Row[], text: string, lang: Lang): readonly Row[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return rows;
  const ranked: Row[][] = FITS.map(() => []);
  for (const row of rows) {
    const words = listSearchTexts(entity, row, lang);
    ranked[FITS.findIndex((fits) => words.some((text) => fits(text, wanted)))]?.push(row);
  }
  return ranked.flat();
}
