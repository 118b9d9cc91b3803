/** How many notices nobody has read yet: for the bell. Asked every minute while somebody looks, and after what may have changed it. */
import { useSyncExternalStore } from "react";
import { send } from "../client/http.ts";
import { signedIn } from "../client/session.ts";
import { wayOf } from "./schemas.ts";

const EVERY_MS = 60_000;
let known = 0;
const listeners = new Set<() => void>();

/** What an answer has said. */
export function noteUnread(count: number): void {
  known = count;
  listeners.forEach((listener) => listener());
}
/** Asks again now; a failure leaves what was known. */
export const refreshUnread = (): void => {
  if (!signedIn() || document.visibilityState !== "visible") return;
  send(wayOf("notificationCount"), {}, { passive: true }).then(
    (map) => noteUnread(Number(map.unread)),
    () => undefined,
  );
};
let timer: ReturnType<typeof setInterval> | undefined;
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    timer = setInterval(refreshUnread, EVERY_MS);
    document.addEventListener("visibilitychange", refreshUnread);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    document.removeEventListener("visibilitychange", refreshUnread);
  };
}
export const useUnread = (): number => useSyncExternalStore(subscribe, () => known);
