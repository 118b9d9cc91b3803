/** Language of the user, and the BCP 47 tags used for the page and for dates. */
import type { Lang } from "@portolan/engine";
import { readCookie, writeCookie } from "./cookies.ts";

/** BCP 47 tag for `<html lang>`. */
export const pageTags: Record<Lang, string> = { zh: "zh-CN", en: "en" };
/** BCP 47 tag for date formatting. */
export const dateTags: Record<Lang, string> = { zh: "zh-CN", en: "en-GB" };

/** Returns the language of the `lang` cookie, otherwise the browser's, otherwise the first supported one. */
export function findPreferredLang(languages: readonly [Lang, ...Lang[]]): Lang {
  const chosen = readCookie("lang");
  const own = navigator.language.toLowerCase();
  return languages.find((lang) => lang === chosen) ?? languages.find((lang) => own.startsWith(lang)) ?? languages[0];
}

export function rememberLang(lang: Lang): void {
  writeCookie("lang", lang, 365);
}
