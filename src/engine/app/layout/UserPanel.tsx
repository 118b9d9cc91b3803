/** Panel of the user menu: card of the user and menu entries. Its code loads when the button is hovered or focused. */
import { Check, LogOut } from "lucide-react";
import { useState } from "react";
import { t } from "../client/i18n.ts";
import { HideAmountsButton } from "../../cells/amount-privacy.tsx";
import { usePorts } from "../../react/ports-context.tsx";
import { GuardedLink } from "../routing/GuardedLink.tsx";
import { getInside } from "../inside-options.tsx";
import type { User } from "../options.ts";
import { signOut } from "../session/sign-out.tsx";
import { chooseColorScheme, readColorScheme, type ColorScheme } from "../../react/color-scheme.ts";
import { LanguageSwitch } from "./BarParts.tsx";
import { StandingStatus } from "./StandingStatus.tsx";

export interface UserPanelProps {
  user: User;
  close(): void;
  onDialog(call: string): void;
}
export function UserPanel({ user, close, onDialog }: UserPanelProps) {
  return (
    <>
      <UserCard user={user} />
      <UserItems close={close} onDialog={onDialog} />
    </>
  );
}

/** Card with the user, the sign-in name and the standing. With `onGo`, the status is a link. */
export function UserCard({ user, onGo }: { user: User; onGo?(): void }) {
  return (
    <div className="person-card">
      <strong>{getInside().describeUser?.(user) ?? user.name}</strong>
      <span>{user.username}</span>
      <StandingStatus {...(onGo && { onGo })} />
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

/** Links to the account pages, and buttons that open the forms of account calls. */
function AccountLinks({ close, onDialog }: { close(): void; onDialog(call: string): void }) {
  return getInside().account?.map((item) => {
    const Icon = item.icon;
    const content = (
      <>
        <Icon size={16} strokeWidth={1.5} aria-hidden />
        {t(item.text)}
      </>
    );
    if ("to" in item)
      return (
        <GuardedLink key={item.text} to={item.to} className="panel-item" onClick={close}>
          {content}
        </GuardedLink>
      );
    return (
      <button
        key={item.text}
        type="button"
        className="panel-item"
        onClick={() => {
          close();
          onDialog(item.call);
        }}
      >
        {content}
      </button>
    );
  });
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
