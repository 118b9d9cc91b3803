/** Open state of the sidebar, stored in a cookie (specification 2). */
import { readCookie, writeCookie } from "../client/cookies.ts";

const COOKIE = "sidebar";
const COOKIE_DAYS = 365;

export const isSidebarOpen = (): boolean => readCookie(COOKIE) !== "closed";
export const storeSidebar = (isOpen: boolean): void => writeCookie(COOKIE, isOpen ? "open" : "closed", COOKIE_DAYS);
