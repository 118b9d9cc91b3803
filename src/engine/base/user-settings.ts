/**
 * User settings and drafts in localStorage. Never holds secrets, or records and filters with sensitive fields.
 */

/** Returns the stored value, or undefined when it is missing or unreadable. */
export function readSetting(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/**
 * Stores a value, or removes the entry when the value is undefined. Returns false when storage is full or unavailable,
 * which must not break the page.
 */
export function writeSetting(name: string, value: unknown): boolean {
  try {
    if (value === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
