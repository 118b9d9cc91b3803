/**
 * Switches the language: shows a message in the new language, then reloads the page after 500 ms (specification 4).
 * Drafts survive the reload.
 */
import { loadWordIn } from "../../client/i18n.ts";
import { rememberLang } from "../../client/languages.ts";
import type { Lang } from "../../engine/index.ts";
import { showToast } from "../feedback/toasts.ts";

/** Delay before the reload. Source: specification 9 (K5). */
const RELOAD_DELAY_MS = 500;

export async function switchLanguage(lang: Lang): Promise<void> {
  rememberLang(lang);
  showToast("success", await loadWordIn(lang, "languageChanged"));
  setTimeout(() => location.reload(), RELOAD_DELAY_MS);
}
