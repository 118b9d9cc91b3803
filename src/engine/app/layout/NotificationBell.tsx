/** Notification bell with the number of unread notifications. */
import { Bell as BellIcon } from "lucide-react";
import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { t } from "../client/i18n.ts";
import { createLazyPart } from "../../react/lazy-part.tsx";
import { usePorts } from "../../react/ports-context.tsx";
import { runAfterPage } from "../data/after-page.ts";
import { refreshUnread, useUnread } from "../data/unread-notifications.tsx";
import { ErrorBoundary } from "../feedback/ErrorBoundary.tsx";
import { findPageLink } from "../routing/page-links.ts";
import type { Grants } from "../session/user.ts";
import type { NotificationPanelProps } from "./NotificationPanel.tsx";
import { Disclosure } from "./Disclosure.tsx";

/** The server stops counting at this number. */
const MAX_COUNTED = 99;
const NotificationPanel = createLazyPart<NotificationPanelProps>(
  () => import("./NotificationPanel.tsx").then((module) => module.NotificationPanel),
  () => <div className="skeleton bell-wait" aria-hidden />,
);

/** Renders nothing without a page that lists the notifications. */
export function NotificationBell({ grants }: { grants: Grants }) {
  const page = findPageLink("notification", "list")?.href;
  return page === undefined ? null : <Bell grants={grants} page={page} />;
}

function Bell({ grants, page }: { grants: Grants; page: string }) {
  const { pathname } = useLocation();
  const unread = useUnread();
  const ports = usePorts();
  useEffect(() => runAfterPage(() => refreshUnread(ports)), [pathname, ports]);
  return (
    <Disclosure
      className="bell"
      prefetch={() => void NotificationPanel.load().catch(() => undefined)}
      label={unread > 0 ? t("bell.openUnread", { n: unread }) : t("bell.open")}
      button={
        <>
          <BellIcon size={20} strokeWidth={1.5} aria-hidden />
          {unread > 0 && (
            <span className="bell-count" aria-hidden>
              {unread >= MAX_COUNTED ? `${MAX_COUNTED}+` : unread}
            </span>
          )}
        </>
      }
    >
      {(close) => (
        <ErrorBoundary>
          <NotificationPanel grants={grants} close={close} unread={unread} page={page} />
        </ErrorBoundary>
      )}
    </Disclosure>
  );
}
