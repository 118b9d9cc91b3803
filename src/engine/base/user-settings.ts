/**
 * User settings in localStorage: columns, density, views, shortcuts. Never holds records or filters on sensitive
 * fields.
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
 * Stores a value, or removes the entry when the value is undefined. Ignores errors when storage is full or unavailable.
 */
export function writeSetting(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Losing the setting must not break the page.
  }
}
