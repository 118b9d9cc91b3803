import type { Lang, Row } from "../../src/engine/index.ts";

/** A reference row in the reader's language: a value that is `{zh, en}` becomes its text. */
export function localised(row: Row, lang: Lang): Row {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, isTexts(value) ? value[lang] : value]));
}
const isTexts = (value: unknown): value is Record<Lang, string> => typeof value === "object" && value !== null && "zh" in value && "en" in value;
