/** How many notices nobody has read yet: for the bell. */
import { send } from "../client/http.ts";
import { polled } from "./polled.ts";
import { wayOf } from "./schemas.ts";

const unread = polled(0, async () => Number((await send(wayOf("notificationCount"), {}, { passive: true })).unread));

export const { refresh: refreshUnread, note: noteUnread, use: useUnread } = unread;
