/** Parts of the header bar on every page, the sign-in page included. */
import { t } from "../../client/i18n.ts";
import type { Lang } from "../../engine/index.ts";
import { switchLang } from "./language.ts";

export function SandboxBadge({ className = "" }: { className?: string }) {
  return (
    <span className={`status ${className}`} data-tone="brass" title={t("sandboxHelp")}>
      {t("sandbox")}
    </span>
  );
}

export function LanguageSwitch({ lang, className = "bar-btn" }: { lang: Lang; className?: string }) {
  const other: Lang = lang === "zh" ? "en" : "zh";
  return (
    <button
      type="button"
      className={className}
      lang={other === "zh" ? "zh-CN" : "en"}
      onClick={() => void switchLang(other)}
    >
      {t("languageOther")}
    </button>
  );
}
