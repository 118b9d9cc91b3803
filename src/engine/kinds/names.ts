/** Names of countries and currencies by language from the platform's CLDR data, and the lookup of codes by name. */
import type { Lang } from "../model/entity.ts";

/** Names that replace CLDR's, which are inconsistent for these regions. Decided by the product team. */
const REGIONS: Record<string, Partial<Record<string, string>>> = {
  HK: { zh: "中国香港", en: "Hong Kong, China" },
  MO: { zh: "中国澳门", en: "Macao, China" },
  TW: { zh: "中国台湾", en: "Taiwan, China" },
};
const tables = new Map<string, Intl.DisplayNames>();
const reverse = new Map<string, Map<string, string>>();

function getDisplayNames(type: "region" | "currency", lang: Lang): Intl.DisplayNames {
  const key = type + lang;
  const cached = tables.get(key) ?? new Intl.DisplayNames([lang], { type, fallback: "code" });
  tables.set(key, cached);
  return cached;
}

function findName(type: "region" | "currency", code: string, lang: Lang): string {
  if (!(type === "region" ? /^[A-Z]{2}$/ : /^[A-Z]{3}$/).test(code)) return code;
  return (type === "region" ? REGIONS[code]?.[lang] : undefined) ?? getDisplayNames(type, lang).of(code) ?? code;
}

/**
 * Returns the name of a country or region by its ISO 3166-1 code, or the code itself when there is none.
 * @example
 * formatCountry("DE", "en"); // => "Germany"
 */
export const formatCountry = (code: string, lang: Lang): string => findName("region", code, lang);

/**
 * Returns the code among the given ones whose name in any of the languages is `name`, regardless of case. Undefined if
 * there is none.
 */
export function findCode(
  type: "region" | "currency",
  name: string,
  codes: readonly string[],
  languages: readonly Lang[],
): string | undefined {
  const key = `${type} ${codes.length} ${languages.join()}`;
  let names = reverse.get(key);
  if (!names) {
    names = new Map(
      languages.flatMap((lang) =>
        codes.map((code): [string, string] => [findName(type, code, lang).toLowerCase(), code]),
      ),
    );
    reverse.set(key, names);
  }
  return names.get(name.toLowerCase());
}
