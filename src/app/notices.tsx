/** Short messages at the edge of the page, spoken by readers; what belongs beside a field never comes here. */
import { X } from "lucide-react";
import { useSyncExternalStore } from "react";
import { t } from "../client/i18n.ts";

export type NoticeTone = "info" | "success" | "warning" | "danger";
interface Notice {
  id: number;
  tone: NoticeTone;
  text: string;
  detail?: string;
}
const SHOWN_MS = 5_000;
let notices: readonly Notice[] = [];
let next = 1;
const listeners = new Set<() => void>();
const change = (to: readonly Notice[]) => {
  notices = to;
  listeners.forEach((listener) => listener());
};

/** Shows for 5 s (specification 8); the same text twice at once is one notice. */
export function notify(tone: NoticeTone, text: string, detail?: string): void {
  if (notices.some((notice) => notice.text === text)) return;
  const notice = { id: next++, tone, text, detail };
  change([...notices, notice]);
  setTimeout(() => dismiss(notice.id), SHOWN_MS);
}
const dismiss = (id: number) => change(notices.filter((notice) => notice.id !== id));
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function Notices() {
  const shown = useSyncExternalStore(subscribe, () => notices);
  return (
    <section className="notices" aria-label={t("notices")} aria-live="polite">
      {shown.map((notice) => (
        <div key={notice.id} className="notice" data-tone={notice.tone} role={notice.tone === "danger" ? "alert" : undefined}>
          <div>
            <p>{notice.text}</p>
            {notice.detail && <p className="notice-detail">{notice.detail}</p>}
          </div>
          <button type="button" className="icon-btn" aria-label={t("dismiss")} onClick={() => dismiss(notice.id)}>
            <X size={16} strokeWidth={1.5} aria-hidden />
          </button>
        </div>
      ))}
    </section>
  );
}
