/** Number of unread notifications, shown on the bell. */
import type { Ports } from "../../model/ports.ts";
import { defineFigure } from "./figures.tsx";

const unread = defineFigure("notificationCount", {}, { unread: 0 });

export const refreshUnread = unread.refresh;
export const setUnread = (ports: Ports, count: number): void => unread.set(ports, { unread: count });
export const useUnread = (): number => unread.use().unread;
