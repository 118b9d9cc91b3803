import { interpolate, type Lang } from "@portolan/engine";

/**
 * Creates a function that returns a text of a catalogue with its placeholders replaced. A text may have a singular form
 * with the suffix `_one`, which is used when `count` is 1.
 *
 * @example
 * createTexts({ en: { files: "{count} files", files_one: "{count} file" }, zh: { files: "{count} 份文件" } })("en", "files", { count: 1 }); // "1 file"
 */
export const createTexts =
  <T extends Readonly<Record<string, string>>>(texts: Readonly<Record<Lang, T>>) =>
  (lang: Lang, key: keyof T & string, params: Record<string, string | number> = {}): string => {
    const all: Readonly<Partial<Record<string, string>>> = texts[lang];
    const one = params["count"] === 1 ? all[`${key}_one`] : undefined;
    return interpolate(one ?? texts[lang][key] ?? key, params);
  };
