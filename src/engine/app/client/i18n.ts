/** Translations in the current language. Changing the language reloads the page, so nothing here is reactive. */
import i18next from "i18next";
import { texts as kitTexts } from "virtual:schemas/public";
import { groupThousands } from "../../base/amount-format.ts";
import type { Lang } from "../../model/register.ts";
import { getApp, type Texts } from "../options.ts";

/** Returns the loader of the product's texts of a namespace, if it has any. */
const findOwn = (lang: Lang, name: string) =>
  Object.entries(getApp().texts ?? {}).find(([path]) => path.endsWith(`/${lang}/${name}.json`))?.[1];

/** Loads the texts of the kit, overridden by those of the product. */
async function loadFile(lang: Lang, name: string): Promise<Texts> {
  const [kit, own] = await Promise.all([kitTexts[lang]?.[name]?.(), findOwn(lang, name)?.()]);
  return { ...kit?.default, ...own };
}

let spoken: Lang;
let started: Promise<unknown> = Promise.resolve();
/** Namespaces in which `t` finds keys: the shell, and those of the loaded screens, whose keys differ. */
const namespaces = ["shell"];

/** Loads the texts of all pages, initialises i18next and sets `<html lang>`. */
export function startI18n(lang: Lang): Promise<unknown> {
  spoken = lang;
  document.documentElement.lang = getPageTag(lang);
  started = Promise.all([loadFile(lang, "shell"), loadFile(lang, "engine")]).then(([shell, engine]) =>
    i18next.init({
      lng: lang,
      resources: { [lang]: { shell, engine } },
      ns: namespaces,
      // Keys are flat; a dot is part of the name.
      keySeparator: false,
      nsSeparator: false,
      interpolation: {
        escapeValue: false,
        prefix: "{",
        suffix: "}",
        defaultVariables: { constants: getApp().constants },
      },
      returnNull: false,
    }),
  );
  return started;
}
/** Returns the BCP 47 tag of a language for `<html lang>`. */
export const getPageTag = (lang: Lang): string => getApp().tags?.[lang]?.page ?? lang;
/**
 * Returns the BCP 47 tag with which dates are formatted in a language.
 * @example
 * const format = new Intl.DateTimeFormat(getDateTag("en"), { month: "short", day: "numeric" });
 */
export const getDateTag = (lang: Lang): string => getApp().tags?.[lang]?.dates ?? lang;

/**
 * Loads a namespace of texts. To be awaited before a component that uses it renders.
 * @example
 * await loadTexts("calendar");
 */
export async function loadTexts(name: string): Promise<void> {
  const [texts] = await Promise.all([loadFile(spoken, name), started]);
  i18next.addResourceBundle(spoken, name, texts);
  if (name !== "failures" && !namespaces.includes(name)) namespaces.push(name);
}
type Params = Record<string, string | number>;
/**
 * Translates a key; numbers are formatted with digit grouping. A parameter named `count` also selects the plural form
 * (`key_one`), where defined.
 */
const translate = (key: string, ns: string | readonly string[], params: Params = {}): string =>
  i18next.t(key, {
    ns,
    count: params["count"],
    replace: Object.fromEntries(
      Object.entries(params).map(([name, value]) => [
        name,
        typeof value === "number" ? groupThousands(String(value)) : value,
      ]),
    ),
  });
/**
 * Translates a key of the shell or of a screen whose texts are loaded.
 * @example
 * t("notFoundHelp", { path: "/nowhere" });
 */
export const t = (key: string, params?: Params): string => translate(key, namespaces, params);
/** Translates a key of the namespace `engine`. */
export const translateEngine = (key: string, params?: Params): string => translate(key, "engine", params);
/**
 * Translates the message of a failure by its name.
 * @example
 * translateFailure("noAccess");
 */
export const translateFailure = (name: string, params?: Params): string => translate(name, "failures", params);
/** Loads one text of the shell in another language. Returns the key when there is none. */
export const loadWordIn = async (lang: Lang, key: string): Promise<string> =>
  (await loadFile(lang, "shell"))[key] ?? key;
/** Returns the name of the product, followed by what it is if the texts say so. */
export const getProductName = (): string =>
  [t("brand"), ...(i18next.exists("product") ? [t("product")] : [])].join(" ");
