/** Notifications at the edge of the page, announced to screen readers. Errors of a field are shown at the field instead. */
import { X } from "lucide-react";
import { useSyncExternalStore } from "react";
import { t } from "../../client/i18n.ts";
import { copyText } from "../../engine/ui.tsx";
import { dismiss, hold, notices, restart } from "./notify.ts";

export function Notices() {
  const shown = useSyncExternalStore(notices.subscribe, notices.get);
  return (
    <section className="notices" aria-label={t("notices")} aria-live="polite">
      {shown.map((notice) => (
        <div
          key={notice.id}
          className="notice"
          data-tone={notice.tone}
          role={notice.tone === "danger" ? "alert" : undefined}
          onPointerEnter={() => hold(notice.id)}
          onPointerLeave={() => restart(notice.id)}
          onFocus={() => hold(notice.id)}
          onBlur={() => restart(notice.id)}
        >
          <div>
            <p>{notice.text}</p>
            {notice.detail && <p className="notice-detail">{notice.detail}</p>}
            {notice.copy && (
              <button type="button" className="link" onClick={() => void copyText(notice.copy!)}>
                {t("traceCopy")}
              </button>
            )}
          </div>
          <button type="button" className="icon-btn" aria-label={t("dismiss")} onClick={() => dismiss(notice.id)}>
            <X size={16} strokeWidth={1.5} aria-hidden />
          </button>
        </div>
      ))}
    </section>
  );
}
