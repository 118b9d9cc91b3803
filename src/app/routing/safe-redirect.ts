/**
 * Returns a same-origin path from an address parameter; undefined for another site, a scheme, or what a browser reads
 * as either (`/\`, a tab between two slashes).
 */
export const toSafePath = (named: string | null): string | undefined =>
  named && /^\/(?!\/)[^\\\p{Cc}]*$/u.test(named) ? named : undefined;
