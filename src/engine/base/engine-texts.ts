/**
 * Texts that the engine has itself. A product may have other languages than the engine: their texts of fields are in
 * its schemas, those of the engine in `messages` of its settings, and English stands in for those that are missing.
 */

/** Something that the engine has in each of its own languages. */
export type EngineTexts<Text = string> = Readonly<Record<"zh" | "en", Text>>;

/**
 * Returns what the engine has for a language, or what it has for English.
 * @example
 * pickText({ zh: "是", en: "Yes" }, "de") // => "Yes"
 */
export const pickText = <Text>(texts: Readonly<{ en: Text } & Record<string, Text>>, lang: string): Text =>
  texts[lang] ?? texts.en;

/** Returns what a product has for a language, or for its first language if it lacks that one. */
export const pickLanguage = <Value>(values: Readonly<Record<string, Value>>, lang: string): Value | undefined =>
  values[lang] ?? Object.values(values)[0];
