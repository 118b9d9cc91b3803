/** Sandbox badge and language switch, shown in the header and on the sign-in page. */
import { t } from "../../client/i18n.ts";
import { pageTags } from "../../client/languages.ts";
import type { Lang } from "@portolan/engine";
import { settings } from "../../payments/settings.ts";
import { switchLanguage } from "./language.ts";

export function SandboxBadge({ className = "" }: { className?: string }) {
  return (
    <span className={`status ${className}`} data-tone="brass" title={t("sandboxHelp")}>
      {t("sandbox")}
    </span>
  );
}

export function LanguageSwitch({ lang, className = "bar-btn" }: { lang: Lang; className?: string }) {
  const other = settings.languages.find((language) => language !== lang) ?? lang;
  return (
    <button type="button" className={className} lang={pageTags[other]} onClick={() => void switchLanguage(other)}>
      {t("languageOther")}
    </button>
  );
}
