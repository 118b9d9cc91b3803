/** Texts of the server's verbs, in both terminal languages. */
import en from "../../locales/en/cli.json";
import zh from "../../locales/zh/cli.json";
import type { Lang } from "@portolan/engine";
import { createTexts } from "../core/create-texts.ts";

export const getText = createTexts({ en, zh });

const all: Readonly<Record<Lang, Readonly<Partial<Record<string, string>>>>> = { en, zh };

/** Returns a help text; undefined for an unknown key. */
export const findText = (lang: Lang, key: string): string | undefined => all[lang][key];
