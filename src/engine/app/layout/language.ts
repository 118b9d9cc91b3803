/**
 * Switches the language: shows a message in the new language, then reloads the page after a moment (specification 4).
 * Drafts survive the reload.
 */
import { loadWordIn } from "../client/i18n.ts";
import { rememberLang } from "../client/languages.ts";
import type { Lang } from "../../model/register.ts";
import { getApp } from "../options.ts";
import { showToast } from "../feedback/toasts.ts";

export async function switchLanguage(lang: Lang): Promise<void> {
  rememberLang(lang);
  showToast("success", await loadWordIn(lang, "languageChanged"));
  setTimeout(() => location.reload(), getApp().languageReloadMs ?? 500);
}
