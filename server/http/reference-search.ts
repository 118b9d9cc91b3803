/** Finding rows of a reference list by what a person reads and types: the key, the declared search fields, and the words that the combo shows. */
import { recordLabel, recordText, type Entity, type Lang, type Row } from "../../src/engine/index.ts";

/** Rows are one object a language, so what was worked out for one stays true. */
const known = new WeakMap<Row, readonly string[]>();

/** Names that come from the platform's tables (countries) stand in no file: what is searched is what the row says of itself, and what is read of it. */
function wordsOf(entity: Entity, row: Row, lang: Lang): readonly string[] {
  let words = known.get(row);
  if (!words) {
    const names = [entity.key, ...entity.list.search];
    const said = names.flatMap((name) => [String(row[name] ?? ""), recordText(entity, name, row, lang)]);
    words = [...new Set([...said, recordLabel(entity, row, undefined, lang)].map((text) => text.toLowerCase()))].filter((text) => text !== "");
    known.set(row, words);
  }
  return words;
}

/** The rows with this text, those first that are called exactly so, then those that begin with it; among equals the list's own order. */
export function searchRows(entity: Entity, rows: readonly Row[], text: string, lang: Lang): readonly Row[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return rows;
  const ranked: Row[][] = [[], [], []];
  for (const row of rows) {
    const words = wordsOf(entity, row, lang);
    const rank = words.includes(wanted) ? 0 : words.some((word) => word.startsWith(wanted)) ? 1 : words.some((word) => word.includes(wanted)) ? 2 : undefined;
    if (rank !== undefined) ranked[rank]!.push(row);
  }
  return ranked.flat();
}
