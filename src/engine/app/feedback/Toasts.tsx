/** Toasts at the edge of the page, announced to screen readers. Field errors are shown next to their field instead. */
import { X } from "lucide-react";
import { useSyncExternalStore } from "react";
import { t } from "../client/i18n.ts";
import { copyText } from "../../base/copy-text.ts";
import { dismissToast, pauseToast, toasts, restartToast } from "./toasts.ts";

export function Toasts() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.get);
  return (
    <section className="toasts" aria-label={t("toasts")} aria-live="polite">
      {shown.map((toast) => (
        <div
          key={toast.id}
          className="toast"
          data-tone={toast.tone}
          role={toast.tone === "danger" ? "alert" : undefined}
          onPointerEnter={() => pauseToast(toast.id)}
          onPointerLeave={() => restartToast(toast.id)}
          onFocus={() => pauseToast(toast.id)}
          onBlur={() => restartToast(toast.id)}
        >
          <div>
            <p>{toast.text}</p>
            {toast.detail && <p className="toast-detail">{toast.detail}</p>}
            {toast.copy && (
              <button type="button" className="link" onClick={() => void copyText(toast.copy!)}>
                {t("traceCopy")}
              </button>
            )}
          </div>
          <button type="button" className="icon-btn" aria-label={t("dismiss")} onClick={() => dismissToast(toast.id)}>
            <X size={16} strokeWidth={1.5} aria-hidden />
          </button>
        </div>
      ))}
    </section>
  );
}
