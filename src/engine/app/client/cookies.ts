/** Cookies readable by scripts: the public part of the session, and the language. All use `path=/; SameSite=Strict`. */
export function readCookie(name: string): string | undefined {
  for (const part of document.cookie.split("; ")) {
    const index = part.indexOf("=");
    if (part.slice(0, index) === name) return decodeURIComponent(part.slice(index + 1));
  }
  return undefined;
}

/** Writes a cookie. `days` 0 creates a session cookie; a negative value removes the cookie. */
export function writeCookie(name: string, value: string, days = 0): void {
  const age = days === 0 ? "" : `; max-age=${Math.round(days * 86_400)}`;
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; samesite=strict${age}${location.protocol === "https:" ? "; secure" : ""}`;
}
