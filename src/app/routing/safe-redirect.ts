/**
 * Returns the same-origin path in a URL parameter. Undefined for another origin, for a scheme, and for anything a
 * browser would normalise to one (`/\`, a tab between two slashes).
 */
export const toSafePath = (named: string | null): string | undefined =>
  named && /^\/(?!\/)[^\\\p{Cc}]*$/u.test(named) ? named : undefined;
