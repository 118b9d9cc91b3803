/** Paths that the shell itself opens. Source: specification 2. */

/** Default page of a signed-in merchant. */
export const HOME = "/exchangerateInquiry";
export const LOGIN = "/login";
export const NOT_FOUND = "/404";
/** Page of the certification, for every status. */
export const CERTIFICATION = "/authentication";

/** Path that remounts the page of a path: a second click on a link opens it. */
export const REDIRECT = "/redirect";
export const buildReloadPath = (path: string): string => `${REDIRECT}?to=${encodeURIComponent(path)}`;
/** Path of the sign-in that leads back to an address. */
export const buildLoginPath = (next: string): string => `${LOGIN}?next=${encodeURIComponent(next)}`;
