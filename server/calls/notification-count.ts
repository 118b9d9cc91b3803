/** GET /session/notification/count: counts the user's unread notifications, up to 99. */
import { sessionHandler } from "./handler.ts";
import { countUnread } from "./notification-read.ts";

export const notificationCount = sessionHandler("notificationCount", async ({ services, actor }) => ({
  unread: await countUnread(services.db, actor),
}));
