/** Settings of the user in localStorage: columns, density, views, shortcuts. Never records or filters of sensitive fields. */

/** Returns the stored value; undefined when there is none or it is unreadable. */
export function readStored(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value; undefined removes it. Errors of a full or forbidden storage are ignored. */
export function writeStored(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // The setting is lost, the page works.
  }
}
