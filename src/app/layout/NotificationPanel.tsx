/**
 * Panel of the bell with the newest notifications, each linking to its record or, if the user may not open that, to the
 * notification in its list. Its code loads when the bell is hovered or focused.
 */
import { t } from "../../client/i18n.ts";
import { useCall } from "../../client/reads.tsx";
import type { EntityRow } from "../../contract/calls.ts";
import { usePorts } from "../../engine/ui.tsx";
import { formatWallClock } from "../../payments/time.ts";
import { sendOrder } from "../data/send-order.tsx";
import { setUnread } from "../data/unread-notifications.tsx";
import { GuardedLink } from "../routing/GuardedLink.tsx";
import { recordPath } from "../routing/record-path.ts";
import type { Grants } from "../session/user.ts";

const PAGE = "/notifications";
/** Maximum number of notifications in the panel; the notifications page lists them all. */
const MAX_ITEMS = 6;

export interface NotificationPanelProps {
  grants: Grants;
  close(): void;
  unread: number;
}
export function NotificationPanel({ grants, close, unread }: NotificationPanelProps) {
  const { data, failure, reload } = useCall("notification.list", { sort: "-createdAt" });
  const list = data?.list.slice(0, MAX_ITEMS);
  const ports = usePorts();
  // On failure the count stays unchanged, and the user can try again.
  const markAll = async () => {
    const sent = await sendOrder(ports, "notificationReadAll", {});
    if (sent.ok) setUnread(ports, 0);
    reload();
  };
  const mark = async (id: string) => {
    const sent = await sendOrder(ports, "notificationRead", { id });
    if (sent.ok) setUnread(ports, sent.response.unread);
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
/** A notification that links to its record or, if the user may not open that, to the notification in its list. */
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

const formatClock = (at: string): string => formatWallClock(Date.parse(at)).slice(0, 16);
