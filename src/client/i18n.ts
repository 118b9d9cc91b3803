/** The reader's language: the `lang` cookie, else the browser's, else Chinese. A change reloads the page, so nothing here is reactive. */
import i18next from "i18next";
import type { Lang } from "../engine/index.ts";
import { readCookie, writeCookie } from "./cookies.ts";

export function preferredLang(): Lang {
  const chosen = readCookie("lang");
  if (chosen === "zh" || chosen === "en") return chosen;
  return navigator.language.toLowerCase().startsWith("zh") ? "zh" : navigator.language.toLowerCase().startsWith("en") ? "en" : "zh";
}
export function rememberLang(lang: Lang): void {
  writeCookie("lang", lang, 365);
}

const load = { zh: () => import("./words.zh.ts"), en: () => import("./words.en.ts") };

/** Loads the words and sets `<html lang>`. */
export async function startI18n(lang: Lang): Promise<void> {
  const { words } = await load[lang]();
  document.documentElement.lang = lang === "zh" ? "zh-CN" : "en";
  await i18next.init({
    lng: lang,
    resources: { [lang]: words },
    defaultNS: "app",
    ns: ["app", "engine", "failures"],
    interpolation: { escapeValue: false, prefix: "{", suffix: "}" },
    returnNull: false,
  });
}

/** A word of `locales/<lang>/shell.json`. */
export const t = (key: string, params?: Record<string, string | number>): string => i18next.t(key, params);
/** A word of `locales/<lang>/engine.json`. */
export const engineWord = (key: string, params?: Record<string, string | number>): string => i18next.t(key, { ns: "engine", ...params });
/** The words of a failure's name: `locales/<lang>/failures.json`. */
export const failureWord = (name: string, params?: Record<string, string | number>): string => i18next.t(name, { ns: "failures", ...params });
/** The word in another language than the page's: a language switch speaks the new one. */
export async function wordIn(lang: Lang, key: string): Promise<string> {
  const { words } = await load[lang]();
  return (words.app as Record<string, string>)[key] ?? key;
}
