/** Small things that a browser keeps for a person: columns, density, views. Never records, never filters of sensitive fields. */

/** What was kept under this name; undefined when nothing was, or when it cannot be read. */
export function readStored(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a value; undefined forgets it. A full or forbidden storage costs the memory, never the list. */
export function writeStored(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Nothing is kept.
  }
}
