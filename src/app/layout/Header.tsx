/** Mark, tabs, certification state, language, person. */
import { Check, ChevronDown, LogOut } from "lucide-react";
import { useState } from "react";
import { t } from "../../client/i18n.ts";
import type { Lang } from "../../engine/index.ts";
import { switchLang } from "../language.ts";
import { menuOf } from "../menu.ts";
import { portal } from "../portal.ts";
import { pages } from "../schemas.ts";
import { signOut } from "../sign-out.ts";
import { chooseMode, chosenMode, type Mode } from "../theme/mode.ts";
import type { Grants } from "../user.ts";
import { Go } from "../Go.tsx";
import { Disclosure } from "./Disclosure.tsx";
import { Mark } from "./Mark.tsx";
import { PhoneMenu } from "./PhoneMenu.tsx";
import { Tabs } from "./Tabs.tsx";

const TONE: Record<string, string> = { "1": "success", "0": "info", "-1": "danger", "4": "warning" };

export function Header({ grants, lang, home }: { grants: Grants; lang: Lang; home: string }) {
  const items = menuOf(pages, grants, lang);
  const { user } = grants;
  return (
    <header className="header">
      <PhoneMenu items={items} />
      <Go to={home} className="brand" aria-label={`${t("brand")} ${t("product")}`}>
        <Mark />
        <span>{t("brand")}</span>
      </Go>
      <Tabs items={items} />
      <div className="header-end">
        {portal.sandbox && <SandboxBadge />}
        <span className="status header-status" data-tone={TONE[String(user.userStatus)]}>
          {t(`status.${user.userStatus}`)}
        </span>
        <LanguageSwitch lang={lang} />
        <Disclosure
          className="person"
          button={
            <>
              <span className="sr-only">
                {t("account")} {user.name}
              </span>
              <span className="avatar" aria-hidden>
                {initials(user.name)}
              </span>
              <span className="person-name" aria-hidden>
                {user.name}
              </span>
              <ChevronDown size={16} strokeWidth={1.5} aria-hidden />
            </>
          }
        >
          {() => (
            <>
              <div className="person-card">
                <strong>{user.merchantName}</strong>
                <span>{user.username}</span>
                <span className="status" data-tone={TONE[String(user.userStatus)]}>
                  {t(`status.${user.userStatus}`)}
                </span>
              </div>
              <ModeChoice />
              <button type="button" className="panel-item" onClick={() => void signOut()}>
                <LogOut size={16} strokeWidth={1.5} aria-hidden />
                {t("signOut")}
              </button>
            </>
          )}
        </Disclosure>
      </div>
    </header>
  );
}

export function SandboxBadge() {
  return (
    <span className="status" data-tone="brass" title={t("sandboxHelp")}>
      {t("sandbox")}
    </span>
  );
}

export function LanguageSwitch({ lang }: { lang: Lang }) {
  const other: Lang = lang === "zh" ? "en" : "zh";
  return (
    <button type="button" className="bar-btn" lang={other === "zh" ? "zh-CN" : "en"} onClick={() => void switchLang(other)}>
      {t("languageOther")}
    </button>
  );
}

export function ModeChoice() {
  const [mode, setMode] = useState(chosenMode);
  const modes: [Mode, string][] = [
    ["auto", t("themeAuto")],
    ["light", t("themeLight")],
    ["dark", t("themeDark")],
  ];
  return (
    <fieldset className="modes">
      <legend>{t("theme")}</legend>
      {modes.map(([value, label]) => (
        <label key={value} className="panel-item">
          <input
            type="radio"
            name="mode"
            className="sr-only"
            checked={mode === value}
            onChange={() => {
              chooseMode(value);
              setMode(value);
            }}
          />
          <Check size={16} strokeWidth={1.5} aria-hidden data-off={mode !== value || undefined} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

/** One Chinese character or two Latin initials. */
function initials(name: string): string {
  const latin = name.match(/\b[A-Za-z]/g);
  return latin ? latin.slice(0, 2).join("").toUpperCase() : name.slice(0, 1);
}
