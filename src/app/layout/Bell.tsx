/** Notification bell: unread count, and the newest ones with a link to their record. */
import { Bell as BellIcon } from "lucide-react";
import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { t } from "../../client/i18n.ts";
import { useCall } from "../../client/reads.tsx";
import type { EntityRow } from "../../contract/calls.ts";
import { wallClock } from "../../payments/time.ts";
import { usePorts } from "../../engine/ui.tsx";
import { runAfterPage } from "../data/after-page.ts";
import { GuardedLink } from "../routing/GuardedLink.tsx";
import { recordPath } from "../routing/record-path.ts";
import { sendOrder } from "../data/send-order.tsx";
import { setUnread, refreshUnread, useUnread } from "../data/unread.tsx";
import type { Grants } from "../session/user.ts";
import { Disclosure } from "./Disclosure.tsx";

const PAGE = "/notifications";
/** Maximum notifications in the panel; the page lists all. */
const MAX_ITEMS = 6;
/** Maximum that the server counts to. */
const MAX_COUNTED = 99;

export function Bell({ grants }: { grants: Grants }) {
  const { pathname } = useLocation();
  const unread = useUnread();
  const ports = usePorts();
  useEffect(() => runAfterPage(() => refreshUnread(ports)), [pathname, ports]);
  return (
    <Disclosure
      className="bell"
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
      {(close) => <Panel grants={grants} close={close} unread={unread} />}
    </Disclosure>
  );
}

interface PanelProps {
  grants: Grants;
  close(): void;
  unread: number;
}
function Panel({ grants, close, unread }: PanelProps) {
  const { data, failure, reload } = useCall("notification.list", { sort: "-createdAt" });
  const list = data?.list.slice(0, MAX_ITEMS);
  const ports = usePorts();
  // A failure is not shown: the count stays, and the user may mark it again.
  const markAll = async () => {
    const sent = await sendOrder(ports, "notificationReadAll", {});
    if (sent.ok) setUnread(ports, 0);
    reload();
  };
  const mark = async (id: string) => {
    const sent = await sendOrder(ports, "notificationRead", { id });
    if (sent.ok) setUnread(ports, sent.answer.unread);
  };
  return (
    <div className="bell-panel">
      <div className="bell-head">
        <strong>{t("bell.title")}</strong>
        {unread > 0 && (
          <button type="button" className="link" onClick={() => void markAll()}>
            {t("bell.readAll")}
          </button>
        )}
      </div>
      {failure && !list ? (
        <p role="alert">{failure.message || t("systemException")}</p>
      ) : !list ? (
        <div className="skeleton bell-wait" aria-hidden />
      ) : list.length === 0 ? (
        <p>{t("bell.none")}</p>
      ) : (
        <ul>
          {list.map((row) => (
            <Notification key={row.id} row={row} grants={grants} close={close} onRead={() => void mark(row.id)} />
          ))}
        </ul>
      )}
      <GuardedLink to={PAGE} className="bell-all" onClick={close}>
        {t("bell.all")}
      </GuardedLink>
    </div>
  );
}

interface NotificationProps {
  row: EntityRow<"notification">;
  grants: Grants;
  close(): void;
  onRead(): void;
}
/** A notification that links to its record, or to itself in the list where the user may not open that. */
function Notification({ row, grants, close, onRead }: NotificationProps) {
  const isUnread = row.state === "unread";
  return (
    <li data-unread={isUnread || undefined}>
      <GuardedLink
        to={recordPath(grants, row.entity, row.orderNo) ?? `${PAGE}?id=${encodeURIComponent(row.id)}`}
        onClick={() => {
          close();
          if (isUnread) onRead();
        }}
      >
        <span>{row.title}</span>
        <small>
          {isUnread && <span className="sr-only">{t("bell.unread")} </span>}
          {[row.orderNo, formatClock(row.createdAt)].filter(Boolean).join(" · ")}
        </small>
      </GuardedLink>
    </li>
  );
}

const formatClock = (at: string): string => wallClock(Date.parse(at)).slice(0, 16);
