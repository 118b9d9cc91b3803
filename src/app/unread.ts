/** How many notices nobody has read yet: for the bell. */
import { call } from "../client/call.ts";
import { polled } from "./polled.ts";

const unread = polled(0, async () => (await call("notificationCount", {}, { passive: true })).unread);

export const { refresh: refreshUnread, note: noteUnread, use: useUnread } = unread;
