/** Sandbox badge and language switch, shown in the header and on the sign-in page. */
import { getPageTag, t } from "../client/i18n.ts";
import type { Lang } from "../../model/register.ts";
import { getApp } from "../options.ts";
import { switchLanguage } from "./language.ts";

export function SandboxBadge({ className = "" }: { className?: string }) {
  return (
    <span className={`status ${className}`} data-tone="brass" title={t("sandboxHelp")}>
      {t("sandbox")}
    </span>
  );
}

/** Switches to the next language. Renders nothing for a product with one language. */
export function LanguageSwitch({ lang, className = "bar-btn" }: { lang: Lang; className?: string }) {
  const { languages } = getApp().settings;
  const other = languages[(languages.indexOf(lang) + 1) % languages.length] ?? lang;
  if (other === lang) return null;
  return (
    <button type="button" className={className} lang={getPageTag(other)} onClick={() => void switchLanguage(other)}>
      {new Intl.DisplayNames(other, { type: "language" }).of(other)}
    </button>
  );
}
