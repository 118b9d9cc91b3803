/** Paths of the pages that the kit renders itself. */
export const LOGIN = "/login";
export const NOT_FOUND = "/404";

/** Path that redirects to another page, so that it remounts. Opened by a click on the link of the current page. */
export const REDIRECT = "/redirect";
export const buildReloadPath = (path: string): string => `${REDIRECT}?to=${encodeURIComponent(path)}`;
/** Returns the sign-in path that returns to the given URL afterwards. */
export const buildLoginPath = (next: string): string => `${LOGIN}?next=${encodeURIComponent(next)}`;
