/**
 * Header: logo, menu areas, standing, tools such as search and notifications, language switch and user
 * menu. On phones it also renders the bottom bar.
 */
import { ChevronDown } from "lucide-react";
import { getProductName, t } from "../client/i18n.ts";
import { useCall } from "../client/reads.tsx";
import { createLazyPart } from "../../react/lazy-part.tsx";
import { usePorts } from "../../react/ports-context.tsx";
import { useWidth } from "../../react/use-width.tsx";
import { selectCreations } from "../routing/creations.ts";
import { creationNeeds } from "../routing/pages.ts";
import type { MenuArea } from "../routing/menu.ts";
import { portal } from "../data/portal.ts";
import { getApp, type User } from "../options.ts";
import { useGrants } from "../session/grants.tsx";
import { GuardedLink } from "../routing/GuardedLink.tsx";
import { AccountDialog } from "../account/AccountDialog.tsx";
import { ErrorBoundary } from "../feedback/ErrorBoundary.tsx";
import { LanguageSwitch, SandboxBadge } from "./BarParts.tsx";
import { Areas } from "./Areas.tsx";
import { NotificationBell } from "./NotificationBell.tsx";
import { Disclosure } from "./Disclosure.tsx";
import { InboxLink } from "./InboxLink.tsx";
import { CommandPaletteButton } from "./CommandPaletteButton.tsx";
import { NewMenu } from "./NewMenu.tsx";
import { StandingBadge, StandingStatus } from "./StandingStatus.tsx";
import type { PhoneMenuProps } from "./PhoneMenu.tsx";
import type { UserPanelProps } from "./UserPanel.tsx";
import { usePageState } from "./use-page-state.tsx";

/** Loaded only on phones. */
const PhoneBar = createLazyPart<PhoneMenuProps>(
  () => import("./PhoneBar.tsx").then((module) => module.PhoneBar),
  () => <div className="phone-bar" aria-hidden />,
);
const renderNothing = () => undefined;
const UserPanel = createLazyPart<UserPanelProps>(
  () => import("./UserPanel.tsx").then((module) => module.UserPanel),
  () => <div className="panel-wait" aria-hidden />,
);

interface HeaderProps {
  areas: readonly MenuArea[];
  /** Area of the current page; undefined when the page is not in the menu. */
  open: MenuArea | undefined;
  /** Name of the current page, shown on phones instead of the brand. */
  title: string | undefined;
}
export function Header({ areas, open, title }: HeaderProps) {
  const grants = useGrants();
  const { lang } = usePorts();
  const { home, logo: Logo } = getApp();
  const [dialog, setDialog] = usePageState<string>();
  const isPhone = useWidth() === "phone";
  return (
    <header className="header">
      <GuardedLink to={home} className="brand" aria-label={getProductName()}>
        <Logo />
        <span>{t("brand")}</span>
      </GuardedLink>
      {/* Hidden from screen readers, which already announce the page's own heading. */}
      <span className="header-title" aria-hidden>
        {title}
      </span>
      <Areas areas={areas} open={open} />
      <div className="header-end">
        {selectCreations(creationNeeds, grants).length > 0 && <NewMenu grants={grants} lang={lang} />}
        <CommandPaletteButton grants={grants} lang={lang} />
        <InboxLink />
        <NotificationBell grants={grants} />
        <StandingStatus className="header-status" onGo={renderNothing} />
        <LanguageSwitch lang={lang} className="bar-btn header-lang" />
        <UserMenu user={grants.user} onDialog={setDialog} />
      </div>
      {portal.sandbox && <SandboxBadge className="header-sandbox" />}
      {isPhone && <PhoneBar areas={areas} grants={grants} onDialog={setDialog} />}
      <AccountDialog call={dialog} lang={lang} onClose={() => setDialog(undefined)} />
    </header>
  );
}

function UserMenu({ user, onDialog }: { user: User; onDialog(call: string): void }) {
  return (
    <Disclosure
      className="person"
      prefetch={() => void UserPanel.load().catch(() => undefined)}
      button={
        <>
          <span className="sr-only">
            {t("account")} {user.name}
          </span>
          <span className="avatar" aria-hidden>
            {user.avatar ? <Picture id={user.avatar} initials={readInitials(user.name)} /> : readInitials(user.name)}
          </span>
          <StandingBadge className="avatar-mark" />
          <span className="person-name" aria-hidden>
            {user.name}
          </span>
          <ChevronDown size={16} strokeWidth={1.5} aria-hidden />
        </>
      }
    >
      {(close) => (
        <ErrorBoundary>
          <UserPanel user={user} close={close} onDialog={onDialog} />
        </ErrorBoundary>
      )}
    </Disclosure>
  );
}

/** The user's picture, and their initials until it is loaded. */
function Picture({ id, initials }: { id: string; initials: string }) {
  const { data } = useCall("showImage", { id }, { passive: true, onFocus: false });
  return data ? <img src={data.image} alt="" /> : initials;
}

/** Returns up to two Latin initials of a name, or its first character if it has no Latin letters. */
function readInitials(name: string): string {
  const latin = name.match(/\b[A-Za-z]/g);
  return latin ? latin.slice(0, 2).join("").toUpperCase() : name.slice(0, 1);
}
