/**
 * Toasts are short-lived messages at the edge of the page; notifications are the persistent records behind the bell.
 */
import { createObservable } from "../client/observable.ts";

export type ToastTone = "info" | "success" | "warning" | "danger";
interface Toast {
  id: number;
  tone: ToastTone;
  text: string;
  detail?: string | undefined;
  /** Text for support, such as a trace id, shown with a button that copies it. */
  copy?: string | undefined;
}
const SHOWN_MS = 5_000;
export const toasts = createObservable<readonly Toast[]>([]);
let next = 1;

/** Shows a toast for 5 s (specification 8). A text that is already visible is not shown twice. */
export function showToast(tone: ToastTone, text: string, detail?: string, copy?: string): void {
  if (toasts.get().some((toast) => toast.text === text)) return;
  const toast = { id: next++, tone, text, detail, copy };
  toasts.set([...toasts.get(), toast]);
  release(toast.id);
}
const timers = new Map<number, ReturnType<typeof setTimeout>>();
const release = (id: number) =>
  timers.set(
    id,
    setTimeout(() => dismissToast(id), SHOWN_MS),
  );
/** Pauses the timer while the toast is hovered or focused, so that its text can be read and copied. */
export const pauseToast = (id: number) => clearTimeout(timers.get(id));
export function dismissToast(id: number): void {
  pauseToast(id);
  timers.delete(id);
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}
/** Restarts the 5 s timer of a toast. */
export const restartToast = (id: number) => {
  pauseToast(id);
  release(id);
};
