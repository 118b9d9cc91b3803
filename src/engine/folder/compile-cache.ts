/** Caches compiled schemas, because the command line, the build and the workbench compile the same files repeatedly. */
import { createHash } from "node:crypto";

/** Maximum number of cached results per owner. */
const MAX_RESULTS = 4;

/** Returns the cached result for an equal input of the same owner, or else runs `work` and caches its result. */
export type CompileCache<T> = (owner: object, input: unknown, work: () => T) => T;

/** Creates a cache. Inputs must be JSON-serialisable, and callers must not change the results. */
export function createCompileCache<T>(): CompileCache<T> {
  const results = new WeakMap<object, Map<string, T>>();
  return (owner, input, work) => {
    const key = createHash("sha256").update(JSON.stringify(input)).digest("hex");
    const cached = results.get(owner) ?? new Map<string, T>();
    const result = cached.get(key) ?? work();
    cached.delete(key);
    cached.set(key, result);
    for (const oldest of [...cached.keys()].slice(0, -MAX_RESULTS)) cached.delete(oldest);
    results.set(owner, cached);
    return result;
  };
}
