/**
 * Creates an observable value that lives outside of React. `get` and `subscribe` fit `useSyncExternalStore`.
 * @example
 * const open = createObservable(false);
 * open.set(true);
 */
export function createObservable<T>(initial: T) {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: (): T => value,
    set(next: T): void {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
