/** Watches the schema folder, in development. */
import { readdirSync, watch } from "node:fs";
import { join } from "node:path";

/**
 * Quiet time in milliseconds before a change is reported, because some editors truncate a file before they write it.
 */
const SETTLE_MS = 80;

/**
 * Calls `changed` after schemas have been saved, debounced. Ignores the generated meta-schemas. Returns a function that
 * stops watching.
 * @example
 * const stop = watchSchemas("schemas", () => console.log("saved"));
 */
export function watchSchemas(dir: string, changed: () => void): () => void {
  let rest: NodeJS.Timeout | undefined;
  const inner = readdirSync(dir, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && entry.name !== "meta",
  );
  const watchers = [dir, ...inner.map(({ name }) => join(dir, name))].map((folder) =>
    watch(folder, (_event, name) => {
      if (name !== null && !name.endsWith(".json")) return;
      clearTimeout(rest);
      rest = setTimeout(changed, SETTLE_MS);
    }),
  );
  return () => {
    clearTimeout(rest);
    for (const watcher of watchers) watcher.close();
  };
}
