/** A path of ours that an address names: never another site, never a scheme, nothing that a browser would read as either (`/\`, a tab between two slashes). */
export const ownPath = (named: string | null): string | undefined =>
  named && /^\/(?!\/)[^\\\p{Cc}]*$/u.test(named) ? named : undefined;
