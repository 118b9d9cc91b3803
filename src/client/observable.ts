/** A value that stands outside of every component, and whoever watches it: `get` and `subscribe` as `useSyncExternalStore` wants them. */
export function observable<T>(value: T) {
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
