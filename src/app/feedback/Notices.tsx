/** Notifications at the edge of the page, announced to screen readers. Errors of a field are shown at the field instead. */
import { X } from "lucide-react";
import { useSyncExternalStore } from "react";
import { t } from "../../client/i18n.ts";
import { observable } from "../../client/observable.ts";
import { copyText } from "../../engine/ui.tsx";

export type NoticeTone = "info" | "success" | "warning" | "danger";
interface Notice {
  id: number;
  tone: NoticeTone;
  text: string;
  detail?: string | undefined;
  /** Text that support needs, with a button to copy it. */
  copy?: string | undefined;
}
const SHOWN_MS = 5_000;
const notices = observable<readonly Notice[]>([]);
let next = 1;

/** Shows a notification for 5 s (specification 8). The same text twice at once shows once. */
export function notify(tone: NoticeTone, text: string, detail?: string, copy?: string): void {
  if (notices.get().some((notice) => notice.text === text)) return;
  const notice = { id: next++, tone, text, detail, copy };
  notices.set([...notices.get(), notice]);
  release(notice.id);
}
const timers = new Map<number, ReturnType<typeof setTimeout>>();
const release = (id: number) =>
  timers.set(
    id,
    setTimeout(() => dismiss(id), SHOWN_MS),
  );
/** Stops the timer while the pointer or the focus is on the notification, so that it can be read and copied. */
const hold = (id: number) => clearTimeout(timers.get(id));
function dismiss(id: number): void {
  hold(id);
  timers.delete(id);
  notices.set(notices.get().filter((notice) => notice.id !== id));
}
const restart = (id: number) => {
  hold(id);
  release(id);
};

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
