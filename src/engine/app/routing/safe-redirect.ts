/**
 * Returns a URL parameter if it is a same-origin path. Undefined for null, for a URL with a scheme or host, and for a
 * path with a backslash or control character, which browsers may normalise to another host.
 */
export const toSafePath = (named: string | null): string | undefined =>
  named && /^\/(?!\/)[^\\\p{Cc}]*$/u.test(named) ? named : undefined;
