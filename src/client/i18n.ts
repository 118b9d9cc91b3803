/** Translations in the current language. Changing the language reloads the page, so nothing here is reactive. */
import i18next from "i18next";
import * as constants from "../contract/constants.gen.ts";
import type { Lang } from "@portolan/engine";
import { pageTags } from "./languages.ts";

/** Namespaces of translations, each a file `locales/<lang>/<name>.json`. */
export type Namespace = "shell" | "engine" | "failures" | "home" | "swap";
type Texts = Record<string, string>;
/** The shell and the hand-written screens, whose keys differ. */
const SCREENS: Namespace[] = ["shell", "home", "swap"];

const files = import.meta.glob<Texts>("../../locales/*/{shell,engine,failures,home,swap}.json", { import: "default" });
const loadFile = (lang: Lang, name: Namespace): Promise<Texts> => files[`../../locales/${lang}/${name}.json`]!();

let spoken: Lang = "zh";
let started: Promise<unknown> = Promise.resolve();

/** Loads the texts of all pages, initialises i18next and sets `<html lang>`. */
export function startI18n(lang: Lang): Promise<unknown> {
  spoken = lang;
  document.documentElement.lang = pageTags[lang];
  started = Promise.all([loadFile(lang, "shell"), loadFile(lang, "engine")]).then(([shell, engine]) =>
    i18next.init({
      lng: lang,
      resources: { [lang]: { shell, engine } },
      ns: SCREENS,
      // Keys are flat; a dot is part of the name.
      keySeparator: false,
      nsSeparator: false,
      // Texts name constants as `{constants.tradingOpens}`.
      interpolation: { escapeValue: false, prefix: "{", suffix: "}", defaultVariables: { constants } },
      returnNull: false,
    }),
  );
  return started;
}
/** Loads a namespace. To be awaited before a component that uses it renders. */
export async function loadTexts(name: Namespace): Promise<void> {
  const [texts] = await Promise.all([loadFile(spoken, name), started]);
  i18next.addResourceBundle(spoken, name, texts);
}
type Params = Record<string, string | number>;
/**
 * Translates a key; numbers are formatted with digit grouping. A parameter named `count` also selects the plural form
 * (`key_one`), where defined.
 */
const translate = (
  key: string,
  { ns, params = {} }: { ns: Namespace | readonly Namespace[]; params?: Params | undefined },
): string =>
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
/** Translates a key of the shell or of a screen whose texts are loaded. */
export const t = (key: string, params?: Params): string => translate(key, { ns: SCREENS, params });
/** Translates a key of `locales/<lang>/engine.json`. */
export const translateEngine = (key: string, params?: Params): string => translate(key, { ns: "engine", params });
/** Translates the message of a failure by its name in `locales/<lang>/failures.json`. */
export const translateFailure = (name: string, params?: Params): string => translate(name, { ns: "failures", params });
/** Loads one text of the shell in another language. Returns the key when there is none. */
export const loadWordIn = async (lang: Lang, key: string): Promise<string> =>
  (await loadFile(lang, "shell"))[key] ?? key;
