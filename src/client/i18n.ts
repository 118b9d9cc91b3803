/** Translations in the current language. Changing the language reloads the page, so nothing here is reactive. */
import i18next from "i18next";
import type { Lang } from "../engine/index.ts";
import { pageTags } from "./languages.ts";

/** Translation namespaces that load separately; `tools/vite-texts.ts` assigns the keys. */
export type Part =
  | "first"
  | "signIn"
  | "inside"
  | "records"
  | "grid"
  | "import"
  | "account"
  | "home"
  | "setup"
  | "swap";
type Texts = Record<string, Record<string, string>>;
const load: Record<Lang, Record<Part, () => Promise<{ words: Texts }>>> = {
  zh: {
    first: () => import("virtual:words/zh/first"),
    signIn: () => import("virtual:words/zh/signIn"),
    inside: () => import("virtual:words/zh/inside"),
    records: () => import("virtual:words/zh/records"),
    grid: () => import("virtual:words/zh/grid"),
    import: () => import("virtual:words/zh/import"),
    account: () => import("virtual:words/zh/account"),
    home: () => import("virtual:words/zh/home"),
    setup: () => import("virtual:words/zh/setup"),
    swap: () => import("virtual:words/zh/swap"),
  },
  en: {
    first: () => import("virtual:words/en/first"),
    signIn: () => import("virtual:words/en/signIn"),
    inside: () => import("virtual:words/en/inside"),
    records: () => import("virtual:words/en/records"),
    grid: () => import("virtual:words/en/grid"),
    import: () => import("virtual:words/en/import"),
    account: () => import("virtual:words/en/account"),
    home: () => import("virtual:words/en/home"),
    setup: () => import("virtual:words/en/setup"),
    swap: () => import("virtual:words/en/swap"),
  },
};
let spoken: Lang = "zh";
let started: Promise<unknown> = Promise.resolve();

/** Loads the first namespace, initialises i18next and sets `<html lang>`. */
export function startI18n(lang: Lang): Promise<unknown> {
  spoken = lang;
  document.documentElement.lang = pageTags[lang];
  return (started = load[lang].first().then(({ words }) => initI18n(lang, words)));
}
const initI18n = (lang: Lang, texts: Texts) =>
  i18next.init({
    lng: lang,
    resources: { [lang]: texts },
    defaultNS: "app",
    ns: ["app", "engine", "failures"],
    // Keys are flat; a dot is part of the name.
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false, prefix: "{", suffix: "}" },
    returnNull: false,
  });
const loadedParts = new Set<Part>();
/** Loads a namespace, unless it is already loaded. To be awaited before a component that uses the namespace renders. */
export async function loadTexts(part: Part): Promise<void> {
  if (loadedParts.has(part)) return;
  const [{ words }] = await Promise.all([load[spoken][part](), started]);
  for (const [group, byKey] of Object.entries(words)) i18next.addResourceBundle(spoken, group, byKey);
  loadedParts.add(part);
}
/** Returns whether all given namespaces are loaded, so that a component can render without suspending. */
export const hasTexts = (parts: readonly Part[]): boolean => parts.every((part) => loadedParts.has(part));

type Params = Record<string, string | number>;
/**
 * Translates a key; numbers are formatted with digit grouping. A parameter named `count` also selects the plural form
 * (`key_one`), where defined.
 */
const translate = (key: string, { ns, params = {} }: { ns?: string; params?: Params | undefined }): string =>
  i18next.t(key, {
    ns,
    count: params["count"],
    replace: Object.fromEntries(
      Object.entries(params).map(([name, value]) => [
        name,
        typeof value === "number" ? value.toLocaleString("en") : value,
      ]),
    ),
  });
/** Translates a key of `locales/<lang>/shell.json`. */
export const t = (key: string, params?: Params): string => translate(key, { params });
/** Translates a key of `locales/<lang>/engine.json`. */
export const translateEngine = (key: string, params?: Params): string => translate(key, { ns: "engine", params });
/** Translates the message of a failure by its name in `locales/<lang>/failures.json`. */
export const translateFailure = (name: string, params?: Params): string => translate(name, { ns: "failures", params });
/** Loads one translation of the first namespace in another language. Returns the key when there is none. */
export async function loadWordIn(lang: Lang, key: string): Promise<string> {
  const { words } = await load[lang].first();
  return words["app"]?.[key] ?? key;
}
