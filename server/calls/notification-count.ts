/** GET /mer/own/notification/count: how many notices the person has not read; cheap enough for every page. */
import type { Handler } from "./handler.ts";
import { unread } from "./notification-read.ts";

export const notificationCount: Handler = async ({ services, actor }) => ({ unread: await unread(services.db, actor) });
