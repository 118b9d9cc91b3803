/** Panel of the user menu: card of the user and menu entries. Its code loads when the button is hovered or focused. */
import { BadgeCheck, Check, KeyRound, LogOut, Package, ShieldCheck, UserRound } from "lucide-react";
import { useState } from "react";
import { t } from "../../client/i18n.ts";
import { HideAmountsButton, usePorts } from "@portolan/engine/ui";
import type { AccountCall } from "../account/AccountDialog.tsx";
import { GuardedLink } from "../routing/GuardedLink.tsx";
import { CERTIFICATION } from "../routing/paths.ts";
import { signOut } from "../session/sign-out.tsx";
import type { User } from "../session/user.ts";
import { chooseColorScheme, readColorScheme, type ColorScheme } from "../theme/color-scheme.ts";
import { LanguageSwitch } from "./BarParts.tsx";
import { CertificationStatus } from "./Certification.tsx";

export interface UserPanelProps {
  user: User;
  close(): void;
  onDialog(call: AccountCall): void;
}
export function UserPanel({ user, close, onDialog }: UserPanelProps) {
  return (
    <>
      <UserCard user={user} />
      <UserItems close={close} onDialog={onDialog} />
    </>
  );
}

/** Card with the merchant, the sign-in name and the certification status. With `onGo`, the status is a link. */
export function UserCard({ user, onGo }: { user: User; onGo?(): void }) {
  return (
    <div className="person-card">
      <strong>{user.merchantName}</strong>
      <span>{user.username}</span>
      <CertificationStatus status={user.userStatus} {...(onGo && { onGo })} />
    </div>
  );
}

/** Entries of the user menu: account pages, dialogs, language, amount privacy, colour scheme and sign-out. */
export function UserItems({ close, onDialog }: Pick<UserPanelProps, "close" | "onDialog">) {
  const ports = usePorts();
  return (
    <>
      <AccountLinks close={close} onDialog={onDialog} />
      <LanguageSwitch lang={ports.lang} className="panel-item panel-lang" />
      <HideAmountsButton className="panel-item" named />
      <ModeChoice />
      <button type="button" className="panel-item" onClick={() => void signOut(ports)}>
        <LogOut size={16} strokeWidth={1.5} aria-hidden />
        {t("signOut")}
      </button>
    </>
  );
}

/** Links to the account pages, and buttons that open the password dialogs. Source: specification 1 (header). */
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
      <GuardedLink to={CERTIFICATION} className="panel-item" onClick={close}>
        <BadgeCheck size={16} strokeWidth={1.5} aria-hidden />
        {t("account.certification")}
      </GuardedLink>
      <GuardedLink to="/material" className="panel-item" onClick={close}>
        <Package size={16} strokeWidth={1.5} aria-hidden />
        {t("account.material")}
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
