/** Store of the notifications that are shown. */
import { observable } from "../../client/observable.ts";

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
export const notices = observable<readonly Notice[]>([]);
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
export const hold = (id: number) => clearTimeout(timers.get(id));
export function dismiss(id: number): void {
  hold(id);
  timers.delete(id);
  notices.set(notices.get().filter((notice) => notice.id !== id));
}
/** Starts the 5 s of a notification again. */
export const restart = (id: number) => {
  hold(id);
  release(id);
};
