/** Texts of the workbench in the user's language, Chinese by default. */
import en from "../../../locales/en/workbench.json";
import zh from "../../../locales/zh/workbench.json";
import type { Lang } from "@portolan/engine";

export type Key = keyof typeof zh;
const texts: Record<Lang, Record<string, string>> = { zh, en };
const KEPT = "workbench.lang";

export const readLang = (): Lang => (localStorage.getItem(KEPT) === "en" ? "en" : "zh");
export const storeLang = (lang: Lang): void => localStorage.setItem(KEPT, lang);

let spoken: Lang = readLang();
export function setPageLang(lang: Lang): void {
  spoken = lang;
  document.documentElement.lang = lang === "zh" ? "zh-CN" : "en";
}

/** Returns the sentence in the user's language. */
export const pickText = (text: Record<Lang, string>): string => text[spoken];

export const has = (key: string): key is Key => Object.hasOwn(zh, key);

/** Returns a text with `{name}` replaced; `<key>_one` is used for a count of 1. */
export function t(key: Key, params: Record<string, string | number> = {}): string {
  const own = texts[spoken];
  const text = (params["count"] === 1 && own[`${key}_one`]) || own[key] || key;
  return text.replace(/\{(\w+)\}/g, (_all, name: string) => String(params[name] ?? ""));
}
