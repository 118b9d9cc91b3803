/** Header: logo, tabs, certification status, language, user menu. */
import { Check, ChevronDown, KeyRound, LogOut, ShieldCheck, UserRound } from "lucide-react";
import { useState } from "react";
import { t } from "../../client/i18n.ts";
import { HideAmounts, usePorts } from "../../engine/ui.tsx";
import { listMenu } from "../routing/menu.ts";
import { portal } from "../data/portal.ts";
import { pages } from "../routing/pages.ts";
import { signOut } from "../session/sign-out.tsx";
import { chooseColorScheme, readColorScheme, type ColorScheme } from "../theme/color-scheme.ts";
import { HOME } from "../routing/paths.ts";
import { useGrants } from "../session/grants.tsx";
import type { User } from "../session/user.ts";
import { GuardedLink } from "../routing/GuardedLink.tsx";
import { type AccountCall, AccountDialog } from "../account/AccountDialog.tsx";
import { LanguageSwitch, SandboxBadge } from "./BarParts.tsx";
import { Bell } from "./Bell.tsx";
import { Disclosure } from "./Disclosure.tsx";
import { Logo } from "../theme/Logo.tsx";
import { CommandPaletteButton } from "./CommandPaletteButton.tsx";
import { PhoneMenu } from "./PhoneMenu.tsx";
import { CertificationBadge, CertificationStatus } from "./Certification.tsx";
import { Tabs } from "./Tabs.tsx";
import { usePageState } from "./use-page-state.tsx";

const nothing = () => undefined;

/** `tabs`: false when a sidebar holds the menu. */
export function Header({ tabs }: { tabs: boolean }) {
  const grants = useGrants();
  const { lang } = usePorts();
  const items = listMenu(pages, grants, lang);
  const { user } = grants;
  const [dialog, setDialog] = usePageState<AccountCall>();
  return (
    <header className="header">
      <PhoneMenu items={items} status={user.userStatus} />
      <GuardedLink to={HOME} className="brand" aria-label={`${t("brand")} ${t("product")}`}>
        <Logo />
        <span>{t("brand")}</span>
      </GuardedLink>
      {tabs && <Tabs items={items} />}
      <div className="header-end">
        {portal.sandbox && <SandboxBadge />}
        <CertificationStatus status={user.userStatus} className="header-status" onGo={nothing} />
        <CommandPaletteButton grants={grants} lang={lang} />
        <HideAmounts className="icon-btn header-hide" />
        <Bell grants={grants} />
        <LanguageSwitch lang={lang} />
        <UserMenu user={user} onDialog={setDialog} />
      </div>
      <AccountDialog call={dialog} lang={lang} onClose={() => setDialog(undefined)} />
    </header>
  );
}

/** The user's menu: account, dialogs, appearance and sign-out. */
function UserMenu({ user, onDialog }: { user: User; onDialog(call: AccountCall): void }) {
  const ports = usePorts();
  return (
    <Disclosure
      className="person"
      button={
        <>
          <span className="sr-only">
            {t("account")} {user.name}
          </span>
          <span className="avatar" aria-hidden>
            {readInitials(user.name)}
          </span>
          <CertificationBadge status={user.userStatus} className="avatar-mark" />
          <span className="person-name" aria-hidden>
            {user.name}
          </span>
          <ChevronDown size={16} strokeWidth={1.5} aria-hidden />
        </>
      }
    >
      {(close) => (
        <>
          <div className="person-card">
            <strong>{user.merchantName}</strong>
            <span>{user.username}</span>
            <CertificationStatus status={user.userStatus} />
          </div>
          <AccountLinks close={close} onDialog={onDialog} />
          <HideAmounts className="panel-item panel-hide" named />
          <ModeChoice />
          <button type="button" className="panel-item" onClick={() => void signOut(ports)}>
            <LogOut size={16} strokeWidth={1.5} aria-hidden />
            {t("signOut")}
          </button>
        </>
      )}
    </Disclosure>
  );
}

/** Links of the account, one click from every page. Source: specification 1 (header). */
function AccountLinks({ close, onDialog }: { close(): void; onDialog(call: AccountCall): void }) {
  return (
    <>
      <GuardedLink to="/personalCenter" className="panel-item" onClick={close}>
        <UserRound size={16} strokeWidth={1.5} aria-hidden />
        {t("account.title")}
      </GuardedLink>
      {(["changePassword", "payPassword"] as const).map((call) => (
        <button
          key={call}
          type="button"
          className="panel-item"
          onClick={() => {
            close();
            onDialog(call);
          }}
        >
          <KeyRound size={16} strokeWidth={1.5} aria-hidden />
          {t(`dialog.${call}`)}
        </button>
      ))}
      <GuardedLink to="/secondlevelverification" className="panel-item" onClick={close}>
        <ShieldCheck size={16} strokeWidth={1.5} aria-hidden />
        {t("verification.name")}
      </GuardedLink>
    </>
  );
}

export function ModeChoice() {
  const [mode, setMode] = useState(readColorScheme);
  const modes: [ColorScheme, string][] = [
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
              chooseColorScheme(value);
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

/** Returns one Chinese character or two Latin initials. */
function readInitials(name: string): string {
  const latin = name.match(/\b[A-Za-z]/g);
  return latin ? latin.slice(0, 2).join("").toUpperCase() : name.slice(0, 1);
}
