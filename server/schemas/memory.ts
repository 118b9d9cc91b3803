/** Caches compiled schemas, because the command line, the build and the workbench compile the same files repeatedly. */
import { createHash } from "node:crypto";

/** Maximum number of cached results per owner. */
const KEPT = 4;

/** Returns the cached result for an equal input of the same owner, or else runs `work` and caches its result. */
export type Memory<T> = (owner: object, input: unknown, work: () => T) => T;

/** Creates a cache. Inputs must be JSON-serialisable, and callers must not change the results. */
export function createMemory<T>(): Memory<T> {
  const results = new WeakMap<object, Map<string, T>>();
  return (owner, input, work) => {
    const key = createHash("sha256").update(JSON.stringify(input)).digest("hex");
    const known = results.get(owner) ?? new Map<string, T>();
    const result = known.get(key) ?? work();
    known.delete(key);
    known.set(key, result);
    for (const oldest of [...known.keys()].slice(0, -KEPT)) known.delete(oldest);
    results.set(owner, known);
    return result;
  };
}
