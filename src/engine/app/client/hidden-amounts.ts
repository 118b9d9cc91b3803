/** Whether amounts are hidden. Stored in the browser and shared by all its tabs. */
const KEY = "hideAmounts";
const listeners = new Set<() => void>();

export const hiddenAmounts = {
  hidden: (): boolean => localStorage.getItem(KEY) === "1",
  subscribe(listener: () => void): () => void {
    const elsewhere = (event: StorageEvent) => event.key === KEY && listener();
    window.addEventListener("storage", elsewhere);
    listeners.add(listener);
    return () => {
      window.removeEventListener("storage", elsewhere);
      listeners.delete(listener);
    };
  },
  toggle(): void {
    localStorage.setItem(KEY, hiddenAmounts.hidden() ? "0" : "1");
    for (const listener of listeners) listener();
  },
};
