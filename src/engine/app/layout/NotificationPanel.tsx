/**
 * Panel of the bell with the newest notifications as the cards of their list, each linking to its record or, if the user
 * may not open that, to the notification in its list. Its code loads when the bell is hovered or focused.
 */
import { useNavigate } from "react-router-dom";
import { t } from "../client/i18n.ts";
import { useCall } from "../client/reads.tsx";
import { Cards as RecordCards } from "../../table/phone.tsx";
import { useLoaded } from "../../data/use-loaded.tsx";
import { usePorts } from "../../react/ports-context.tsx";
import { sendOrder } from "../data/send-order.tsx";
import { setUnread } from "../data/unread-notifications.tsx";
import { confirmLeave } from "../feedback/leave-guard.ts";
import { GuardedLink } from "../routing/GuardedLink.tsx";
import { recordPath } from "../routing/record-path.ts";
import type { Grants } from "../session/user.ts";

/** Maximum number of notifications in the panel; the notifications page lists them all. */
const MAX_ITEMS = 6;

export interface NotificationPanelProps {
  grants: Grants;
  close(): void;
  unread: number;
  /** Path of the page that lists all notifications. */
  page: string;
}
export function NotificationPanel({ grants, close, unread, page }: NotificationPanelProps) {
  const { data, failure, reload } = useCall("notification.list", { sort: "-createdAt" });
  const list = data?.list.slice(0, MAX_ITEMS);
  const ports = usePorts();
  const navigate = useNavigate();
  const entity = useLoaded(() => ports.entity("notification"), "notification");
  const find = (id: string) => list?.find((row) => row.id === id);
  const hrefOf = (id: string) => {
    const row = find(id);
    return (row && recordPath(grants, row.entity, row.orderNo)) ?? `${page}?id=${encodeURIComponent(id)}`;
  };
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
  const open = (id: string) => {
    if (!confirmLeave()) return;
    close();
    if (find(id)?.state === "unread") void mark(id);
    void navigate(hrefOf(id));
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
      ) : !list || !entity ? (
        <div className="skeleton bell-wait" aria-hidden />
      ) : list.length === 0 ? (
        <p>{t("bell.none")}</p>
      ) : (
        <RecordCards
          entity={entity}
          columns={entity.list.columns}
          rows={list}
          labels={data?.labels ?? {}}
          label={t("bell.title")}
          hrefOf={hrefOf}
          onOpen={open}
        />
      )}
      <GuardedLink to={page} className="bell-all" onClick={close}>
        {t("bell.all")}
      </GuardedLink>
    </div>
  );
}
