/** Notices: how many are unread, the newest of them, each with the way to its record. */
import { Bell as BellIcon } from "lucide-react";
import { useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import { t } from "../../client/i18n.ts";
import { send } from "../../client/http.ts";
import { type CallFailure, type Row, wallClock } from "../../engine/index.ts";
import { afterPage } from "../after-page.ts";
import { Go } from "../Go.tsx";
import { recordPath } from "../record-path.ts";
import { loadEntity, wayOf } from "../schemas.ts";
import { noteUnread, refreshUnread, useUnread } from "../unread.ts";
import type { Grants } from "../user.ts";
import { Disclosure } from "./Disclosure.tsx";

const PAGE = "/notifications";
/** Notices in the panel; the page has all. */
const NEWEST = 6;
/** The server counts no further. */
const MOST = 99;

export function Bell({ grants }: { grants: Grants }) {
  const { pathname } = useLocation();
  const unread = useUnread();
  useEffect(() => afterPage(refreshUnread), [pathname]);
  return (
    <Disclosure
      className="bell"
      label={unread > 0 ? t("bell.openUnread", { n: unread }) : t("bell.open")}
      button={
        <>
          <BellIcon size={20} strokeWidth={1.5} aria-hidden />
          {unread > 0 && (
            <span className="bell-count" aria-hidden>
              {unread >= MOST ? `${MOST}+` : unread}
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
  const [list, setList] = useState<Row[]>();
  const [failure, setFailure] = useState<string>();
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let live = true;
    loadEntity("notification")
      .then(({ calls }) => send(calls.list!, { sort: "-createdAt" }))
      .then(
        (map) => live && setList((map.list as Row[]).slice(0, NEWEST)),
        (error: CallFailure) => live && setFailure(error.message || t("systemException")),
      );
    return () => {
      live = false;
    };
  }, [turn]);
  const read = (id?: string) =>
    send(wayOf(id === undefined ? "notificationReadAll" : "notificationRead"), id === undefined ? {} : { id }).then(
      (map) => noteUnread(id === undefined ? 0 : Number(map.unread)),
      () => undefined,
    );
  return (
    <div className="bell-panel">
      <div className="bell-head">
        <strong>{t("bell.title")}</strong>
        {unread > 0 && (
          <button type="button" className="link" onClick={() => void read().then(() => setTurn(turn + 1))}>
            {t("bell.readAll")}
          </button>
        )}
      </div>
      {failure ? (
        <p role="alert">{failure}</p>
      ) : !list ? (
        <div className="skeleton bell-wait" aria-hidden />
      ) : list.length === 0 ? (
        <p>{t("bell.none")}</p>
      ) : (
        <ul>
          {list.map((row) => {
            const id = String(row.id);
            const to =
              recordPath(grants, String(row.entity), String(row.orderNo)) ?? `${PAGE}?id=${encodeURIComponent(id)}`;
            return (
              <li key={id} data-unread={row.state === "unread" || undefined}>
                <Go
                  to={to}
                  onClick={() => {
                    close();
                    if (row.state === "unread") void read(id);
                  }}
                >
                  <span>{String(row.title)}</span>
                  <small>
                    {row.state === "unread" && <span className="sr-only">{t("bell.unread")} </span>}
                    {[row.orderNo, clock(String(row.createdAt))].filter(Boolean).join(" · ")}
                  </small>
                </Go>
              </li>
            );
          })}
        </ul>
      )}
      <Go to={PAGE} className="bell-all" onClick={close}>
        {t("bell.all")}
      </Go>
    </div>
  );
}

const clock = (at: string): string => wallClock(Date.parse(at)).slice(0, 16);
