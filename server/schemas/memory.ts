/** Memory of the latest results of compiling: the command line, the build and the workbench compile the same texts again and again. */
import { createHash } from "node:crypto";

/** Results kept for each owner. */
const KEPT = 4;

/** Returns the result of `work`, or the one of an equal input of the same owner where it is among the latest. */
export type Memory<T> = (owner: object, input: unknown, work: () => T) => T;

/** Creates a memory of results, which its callers must not change. Inputs are plain values. */
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
