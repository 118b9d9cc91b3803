/** Language of the user. */
import type { Lang } from "../../model/register.ts";
import { readCookie, writeCookie } from "./cookies.ts";

/** Returns the language of the `lang` cookie, otherwise the browser's, otherwise the first supported one. */
export function findPreferredLang(languages: readonly [Lang, ...Lang[]]): Lang {
  const chosen = readCookie("lang");
  const own = navigator.language.toLowerCase();
  return languages.find((lang) => lang === chosen) ?? languages.find((lang) => own.startsWith(lang)) ?? languages[0];
}

export function rememberLang(lang: Lang): void {
  writeCookie("lang", lang, 365);
}
